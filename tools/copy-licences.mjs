import { cpSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Copies the licences of all packages in a bundle to a folder. `packages` is the folder of installed packages. */
export function copyLicences(output, packages, to) {
  const modules = output.flatMap(({ modules = {} }) => Object.keys(modules)).filter((id) => id.startsWith(packages))
  const names = new Set(modules.map((id) => /^(?:@[^/]+\/)?[^/]+/.exec(relative(packages, id).replaceAll('\\', '/'))?.[0] ?? ''))
  for (const name of names) copyLicence(name, packages, to)
}

function copyLicence(name, packages, to) {
  const folder = join(packages, name)
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
  if (licence === undefined) throw new Error(`${name} has no licence file that could go along`)
  cpSync(join(folder, licence), join(to, `${name.replace('@', '').replace('/', '-')}.LICENSE`))
}
