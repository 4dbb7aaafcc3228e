/*
 * Turns the Vite manifest into pages.tsv: page name, ready head HTML, version.
 * Everything a page needs stands in its head, so that nothing waits for a script to ask for it.
 * Compresses the assets for the web server and refuses a first page that is too heavy.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUDGET = 120_000 // bytes of gzipped JavaScript on a first page
const out = resolve(import.meta.dirname, '..', process.env.WEB_OUT ?? '../build/web')
const manifestPath = join(out, 'manifest.json')
const manifestText = readFileSync(manifestPath, 'utf8')
const manifest = JSON.parse(manifestText)

/** The chunk and everything it imports statically, dependencies first. */
function chunks(key, seen = new Set()) {
  for (const dep of manifest[key].imports ?? []) if (!seen.has(dep)) chunks(dep, seen)
  return seen.add(key)
}

const gz = new Map()
for (const name of readdirSync(join(out, 'assets'))) {
  if (!/\.(js|css|svg)$/.test(name)) continue
  const packed = gzipSync(readFileSync(join(out, 'assets', name)), { level: 9 })
  writeFileSync(join(out, 'assets', `${name}.gz`), packed)
  gz.set(`assets/${name}`, packed.length)
}

const keys = Object.keys(manifest)
const entryKey = keys.find((key) => manifest[key].isEntry)
const entry = manifest[entryKey]
const css = Object.values(manifest).flatMap((chunk) =>
  chunk.file.endsWith('.css') ? [chunk.file] : (chunk.css ?? []),
)
/* Only the Latin cut is needed at once; latin-ext loads when a name asks for it. */
const font = Object.values(manifest)
  .flatMap((chunk) => [chunk.file, ...(chunk.assets ?? [])])
  .find((file) => /source-sans-3-latin-wght-normal.*\.woff2$/.test(file))
const version = createHash('sha256').update(manifestText).digest('hex').slice(0, 16)
const pages = keys.filter((key) => /^src\/pages\/[^/]+\.vue$/.test(key)).sort()

if (entry === undefined || css.length === 0 || font === undefined || pages.length === 0) {
  console.error('pages: the manifest lacks the entry, the stylesheet, the font or the pages')
  process.exit(1)
}

const lines = []
let heaviest = 0
for (const key of pages) {
  const name = basename(key, '.vue')
  const files = [...chunks(key, chunks(entryKey))].map((chunk) => manifest[chunk].file)
  const head = [
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1f1d1a">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...[...new Set(css)].map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`,
    `<script type="module" src="/${entry.file}"></script>`,
    ...files
      .filter((file) => file !== entry.file)
      .map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('')
  const weight = files.reduce((sum, file) => sum + gz.get(file), 0)
  console.log(`pages: ${name.padEnd(10)} ${(weight / 1000).toFixed(1)} kB JavaScript gzipped`)
  heaviest = Math.max(heaviest, weight)
  lines.push([name, head, version].join('\t'))
}

/* Named last and at once: a worker that reads it finds all files in place. */
writeFileSync(join(out, 'pages.tsv.tmp'), lines.join('\n') + '\n')
renameSync(join(out, 'pages.tsv.tmp'), join(out, 'pages.tsv'))
rmSync(manifestPath)
console.log(`pages: version ${version}, heaviest first page ${(heaviest / 1000).toFixed(1)} kB of ${BUDGET / 1000} kB`)
if (heaviest > BUDGET) {
  console.error('pages: the first page is over its budget')
  process.exit(1)
}
