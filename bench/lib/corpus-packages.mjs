/**
 * The content of the corpus: released packages by exact version and hash, with the files to include. Applications, frameworks, servers and clients by
 * many authors. The hash is the integrity value (npm) or SHA-256 (PyPI) of the registry.
 *
 * @type {readonly { from: 'npm' | 'pypi', name: string, version: string, hash: string, only?: RegExp, except?: RegExp }[]}
 */
export const PACKAGES = [
  {
    from: 'npm',
    name: '@babel/core',
    version: '7.26.0',
    hash: 'sha512-i1SLeK+DzNnQ3LL/CswPCa/E5u4lh1k6IAEphON8F+cXt0t9euTshDru0q7/IqMa1PMPz5RnHuHscF8/ZJsStg==',
  },
  {
    from: 'npm',
    name: '@node-red/nodes',
    version: '4.0.8',
    hash: 'sha512-DAj0DyImWZ6lJo7D0LS/tFntkCEiUMAMMKBkyZjOudGLhxppaa99uzcDgQnSkM9vLSU1Uczxc9zHDY3RhxIpdA==',
  },
  {
    from: 'npm',
    name: '@trpc/server',
    version: '10.45.2',
    hash: 'sha512-wOrSThNNE4HUnuhJG6PfDRp4L2009KDVxsd+2VYH8ro6o/7/jwYZ8Uu5j+VaW+mOmc8EHerHzGcdbGNQSAUPgg==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'cloudflare',
    version: '3.5.0',
    hash: 'sha512-sIRZ4K2WQf8tZ74gZGan3u6+50VY1cB6uNc9XIGGLQa7Ti/nrvvadirm8EPVFlQMG11PUXPsX1Buheh4MPLiew==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'core-js',
    version: '3.39.0',
    hash: 'sha512-raM0ew0/jJUqkJ0E6e8UDtl+y/7ktFivgWvqw8dNSQeNWoSDLvQ1H/RN3aPXB9tBd4/FhyR4RDPGhsNIMsAn7g==',
  },
  {
    from: 'npm',
    name: 'effect',
    version: '3.11.0',
    hash: 'sha512-uPWp/L0kMaKPi7hgXkfu0KUuxQzpXt20F2p6aBwU/gyJBay6t1XsTi0lFoHdk3fuqQCFt10VUYuPUeh3JY4TMQ==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'eslint',
    version: '9.17.0',
    hash: 'sha512-evtlNcpJg+cZLcnVKwsai8fExnqjGPicK7gnUtlNuzu+Fv9bI0aLpND5T44VLQtoMEnI57LoXO9XAkIXwohKrA==',
  },
  {
    from: 'npm',
    name: 'ethers',
    version: '6.13.4',
    hash: 'sha512-21YtnZVg4/zKkCQPjrDj38B1r4nQvTZLopUGMLQ1ePU2zV/joCfDC3t3iKQjWRzjjjbzR+mdAIoikeBRNkdllA==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'express',
    version: '4.21.2',
    hash: 'sha512-28HqgMZAmih1Czt9ny7qr6ek2qddF4FclbMzwhCREB6OFfH+rXAnuNCwo1/wFvrtbgsQDb4kSbX9de9lFbrXnA==',
  },
  {
    from: 'npm',
    name: 'fastify',
    version: '5.2.0',
    hash: 'sha512-3s+Qt5S14Eq5dCpnE0FxTp3z4xKChI83ZnMv+k0FwX+VUoZrgCFoLAxpfdi/vT4y6Mk+g7aAMt9pgXDoZmkefQ==',
  },
  {
    from: 'npm',
    name: 'knex',
    version: '3.1.0',
    hash: 'sha512-GLoII6hR0c4ti243gMs5/1Rb3B+AjwMOfjYm97pu0FOQa7JH56hgBxYf5WK2525ceSbBY1cjeZ9yk99GPMB6Kw==',
  },
  {
    from: 'npm',
    name: 'lodash',
    version: '4.17.21',
    hash: 'sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==',
  },
  {
    from: 'npm',
    name: 'mongodb',
    version: '6.12.0',
    hash: 'sha512-RM7AHlvYfS7jv7+BXund/kR64DryVI+cHbVAy9P61fnb1RcWZqOW1/Wj2YhqMCx+MuYhqTRGv7AwHBzmsCKBfA==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'mongoose',
    version: '8.9.2',
    hash: 'sha512-mLWynmZS1v8HTeMxyLhskQncS1SkrjW1eLNuFDYGQMQ/5QrFrxTLNwWXeCRZeKT2lXyaxW8bnJC9AKPT9jYMkw==',
    except: /^dist\//,
  },
  {
    from: 'npm',
    name: 'n8n-nodes-base',
    version: '1.70.0',
    hash: 'sha512-F2YwiJ95DagoAo5syJibqZ6vqAUJ4a1ERznFIXXBGExMz4nx9vph4oQCrLxvo9nyQZDWkEvkIXHwlWN+CX7JgA==',
  },
  {
    from: 'npm',
    name: 'openai',
    version: '4.77.0',
    hash: 'sha512-WWacavtns/7pCUkOWvQIjyOfcdr9X+9n9Vvb0zFeKVDAqwCMDHB+iSr24SVaBAhplvSG6JrRXFpcNM9gWhOGIw==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'parse-server',
    version: '7.4.0',
    hash: 'sha512-Jw71jGesZruXW1BA3Stg10Y0d1xt28SxlbYyAhKFzhC3D/BPWFOo8VUrK0HyWko9CItrX0f+Wf3wDz0pNXZwTg==',
  },
  {
    from: 'npm',
    name: 'pm2',
    version: '5.4.3',
    hash: 'sha512-4/I1htIHzZk1Y67UgOCo4F1cJtas1kSds31N8zN0PybO230id1nigyjGuGFzUnGmUFPmrJ0On22fO1ChFlp7VQ==',
  },
  {
    from: 'npm',
    name: 'rxjs',
    version: '7.8.1',
    hash: 'sha512-AA3TVj+0A2iuIoQkWEK/tqFjBq2j+6PO6Y0zJcvzLAFhEFIO3HL0vls9hWLncZbAAbK0mar7oZ4V079I/qPMxg==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'sails',
    version: '1.5.14',
    hash: 'sha512-u4EOT94me18E2MRJtumorgRS+b0TiBLdnAj2WIKmy4mYvc/SNuzcs8Fd/HCmqw979MwQb8hYdwnpwaSBdNaIDg==',
  },
  {
    from: 'npm',
    name: 'sequelize',
    version: '6.37.5',
    hash: 'sha512-10WA4poUb3XWnUROThqL2Apq9C2NhyV1xHPMZuybNMCucDsbbFuKg51jhmyvvAUyUqCiimwTZamc3AHhMoBr2Q==',
  },
  {
    from: 'npm',
    name: 'socket.io',
    version: '4.8.1',
    hash: 'sha512-oZ7iUCxph8WYRHHcjBEc9unw3adt5CmSNlppj/5Q4k2RIrhl8Z5yY2Xr4j9zj0+wzVZ0bxmYoGSzKJnRl6A4yg==',
  },
  {
    from: 'npm',
    name: 'three',
    version: '0.171.0',
    hash: 'sha512-Y/lAXPaKZPcEdkKjh0JOAHVv8OOnv/NDJqm0wjfCzyQmfKxV7zvkwsnBgPBKTzJHToSOhRGQAGbPJObT59B/PQ==',
    except: /^build\/|\/libs\//,
  },
  {
    from: 'npm',
    name: 'typeorm',
    version: '0.3.20',
    hash: 'sha512-sJ0T08dV5eoZroaq9uPKBoNcGslHBR4E4y+EBHs//SiGbblGe7IeduP/IH4ddCcj0qp3PHwDwGnuvqEAnKlq/Q==',
    except: /^browser\//,
  },
  {
    from: 'npm',
    name: 'viem',
    version: '2.21.55',
    hash: 'sha512-PgXew7C11cAuEtOSgRyQx2kJxEOPUwIwZA9dMglRByqJuFVA7wSGZZOOo/93iylAA8E15bEdqy9xulU3oKZ70Q==',
    only: /\.[cm]?tsx?$/,
  },
  {
    from: 'npm',
    name: 'webpack',
    version: '5.97.1',
    hash: 'sha512-EksG6gFY3L1eFMROS/7Wzgrii5mBAFe4rIr3r2BTfo7bcc+DWwFZ4OJ/miOuHJO/A85HwyI4eQ0F6IKXesO7Fg==',
  },
  { from: 'pypi', name: 'django', version: '5.1.4', hash: 'sha256-236e023f021f5ce7dee5779de7b286565fdea5f4ab86bae5338e3f7b69896cf0' },
  { from: 'pypi', name: 'scrapy', version: '2.12.0', hash: 'sha256-c33e2dc7da42e727390bacb32dd9938a54ac210fa71972b5c392754f478669cd' },
  { from: 'pypi', name: 'ansible-core', version: '2.17.7', hash: 'sha256-64d4f0a006687a5621aa80dca54fd0c5ae75145b7aac8c1b8d7f07a1399c4705' },
  { from: 'pypi', name: 'celery', version: '5.4.0', hash: 'sha256-369631eb580cf8c51a82721ec538684994f8277637edde2dfc0dacd73ed97f64' },
  { from: 'pypi', name: 'djangorestframework', version: '3.15.2', hash: 'sha256-2b8871b062ba1aefc2de01f773875441a961fefbf79f5eed1e32b2f096944b20' },
  { from: 'pypi', name: 'fastapi', version: '0.115.6', hash: 'sha256-e9240b29e36fa8f4bb7290316988e90c381e5092e0cbe84e7818cc3713bcf305' },
  { from: 'pypi', name: 'flask', version: '3.1.0', hash: 'sha256-d667207822eb83f1c4b50949b1623c8fc8d51f2341d65f72e1a1815397551136' },
  { from: 'pypi', name: 'requests', version: '2.32.3', hash: 'sha256-70761cfe03c773ceb22aa2f671b4757976145175cdfca038c02654d061d6dcc6' },
  { from: 'pypi', name: 'networkx', version: '3.4.2', hash: 'sha256-df5d4365b724cf81b8c6a7312509d0c22386097011ad1abe274afd5e9d3bbc5f' },
  { from: 'pypi', name: 'twisted', version: '24.11.0', hash: 'sha256-fe403076c71f04d5d2d789a755b687c5637ec3bcd3b2b8252d76f2ba65f54261' },
]

/** Of the built corpus: files, bytes, and SHA-256 over paths and contents in order. Changes with the list above. */
export const CORPUS = { files: 17402, bytes: 102513355, sha256: 'fb212c9139eebc1fcdca1b50b5e57fc794e09e07761aff5df4ce2b8101d7fc54' }
