import type { Dialect } from '../../model/language.ts'
import { readDocument } from './read-document.ts'

/** HCL's native syntax: Terraform, OpenTofu, Packer, Nomad, Terragrunt. */
export const hcl: Dialect = {
  id: 'hcl',
  language: 'hcl',
  extensions: ['.tf', '.tofu', '.tfvars', '.hcl', '.nomad'],
  fileNames: ['.terraformrc', 'terraform.rc', '.tofurc'],
  interpreters: [],
  comments: { line: ['#', '//'], block: [['/*', '*/']] },
  readDocument,
}
