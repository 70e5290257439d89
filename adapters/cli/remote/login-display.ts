import { showText } from '../output/show-text.ts'
import type { LoginDisplay } from './device-login.ts'

/** Prints the login instructions to stderr. On an interactive terminal it also shows the time left. */
export function createLoginDisplay(
  stream: NodeJS.WriteStream,
  { term, ci }: { readonly term: string | undefined; readonly ci: string | undefined },
): LoginDisplay {
  const isLog = ci !== undefined && ci !== '' && ci !== 'false'
  const isLive = stream.isTTY && !isLog && term !== 'dumb'
  return {
    show({ address, code, complete, seconds }) {
      const whole = complete === undefined ? '' : `\nor open ${showText(complete)}\n`
      const minutes = Math.max(1, Math.floor(seconds / 60))
      stream.write(`To log in, open ${showText(address)}\nand enter the code ${showText(code)}\n${whole}\n`)
      if (!isLive) stream.write(`assay: waiting for approval on the web page, for at most ${minutes} minutes.\n`)
    },
    waiting(left) {
      if (isLive) stream.write(`\rWaiting for approval: ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left\u001b[K`)
    },
    done() {
      if (isLive) stream.write('\r\u001b[K')
    },
  }
}
