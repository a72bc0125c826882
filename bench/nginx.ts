import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort } from '#testing/ports.ts'
import { onMeasuredCore } from './machine.ts'

export type FileServer = {
  readonly name: string
  readonly port: number
  readonly keep: (name: string, gzip: Buffer) => void
  readonly stop: () => void
}

/** nginx with one worker over a folder of files and their compressed forms; a bare Node server where nginx is missing. */
export async function fileServer(): Promise<FileServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-bench-'))
  const port = await freePort()
  const isNginx = spawnSync('nginx', ['-v']).error === undefined
  mkdirSync(path.join(folder, 'files'))
  writeFileSync(path.join(folder, 'nginx.conf'), conf(folder, port))
  spawnSync('chmod', ['-R', 'a+rx', folder])
  const child = isNginx
    ? onMeasuredCore('nginx', ['-e', path.join(folder, 'error.log'), '-c', path.join(folder, 'nginx.conf')])
    : onMeasuredCore(process.execPath, [new URL('bare.ts', import.meta.url).pathname, String(port), path.join(folder, 'files')])
  await new Promise((resolve) => setTimeout(resolve, 300))
  return {
    name: isNginx ? 'nginx, same bytes as a file' : 'bare Node server, same bytes',
    port,
    keep: (name, gzip) => {
      writeFileSync(path.join(folder, 'files', name), gunzipSync(gzip))
      writeFileSync(path.join(folder, 'files', `${name}.gz`), gzip)
    },
    stop: () => {
      child.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian's own settings (sendfile, an access log, keep-alive), and besides: `gzip_static` sends the file that is compressed already, and no file is opened twice. */
const conf = (folder: string, port: number): string => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 768; }
http {
  types { application/json json; text/html html; }
  sendfile on; tcp_nopush on; keepalive_requests 100000000; access_log ${folder}/access.log; gzip_static on; open_file_cache max=100;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port}; root ${folder}/files; etag on; }
}`
