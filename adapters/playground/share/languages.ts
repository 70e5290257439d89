/** A language with a file name that selects it. */
export interface LanguageChoice {
  readonly name: string
  readonly path: string
  readonly isOf: RegExp
}

/** The languages of the playground, in the order of its menu. */
export const LANGUAGES: readonly LanguageChoice[] = [
  { name: 'JavaScript', path: 'app.js', isOf: /\.[cm]?jsx?$/ },
  { name: 'TypeScript', path: 'app.ts', isOf: /\.[cm]?ts$/ },
  { name: 'TSX', path: 'app.tsx', isOf: /\.tsx$/ },
  { name: 'Python', path: 'app.py', isOf: /\.pyi?$/ },
  { name: 'HTML', path: 'index.html', isOf: /\.html?$/ },
  { name: 'Vue', path: 'App.vue', isOf: /\.vue$/ },
  { name: 'JSON', path: 'config.json', isOf: /\.json5?$/ },
  { name: 'YAML', path: 'config.yaml', isOf: /\.ya?ml$/ },
  { name: 'TOML', path: 'config.toml', isOf: /\.toml$/ },
  { name: 'Terraform (HCL)', path: 'main.tf', isOf: /\.(?:tf|hcl|tfvars)$/ },
  { name: 'Dockerfile', path: 'Dockerfile', isOf: /(?:^|\/|\.)Dockerfile$/i },
  { name: '.env', path: '.env', isOf: /(?:^|\/)\.env/ },
  { name: 'Text', path: 'notes.txt', isOf: /^/ },
]

/** The language that a file name selects. */
export function findLanguage(path: string): LanguageChoice | undefined {
  return LANGUAGES.find(({ isOf }) => isOf.test(path))
}
