import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'

/** Seals texts that must come back as they were (server and entry passwords): AES-256-GCM, the key's id in front. */
export type Sealer = {
  readonly seal: (text: string) => string
  readonly open: (sealed: string) => string
  /** Whether `given` is the text that was sealed: the one way to look at a password that somebody typed. */
  readonly holds: (sealed: string, given: string) => boolean
}

export const KEY_ID = 'k1'

/** Says whether two secrets are the same without saying anything else of them. */
export const signOf = (secret: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, 'paddock', 'sign of the secret', 32)))
    .update('paddock')
    .digest('hex')
    .slice(0, 16)

export function sealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'paddock', 'sealed texts', 32))
  const open = (sealed: string): string => {
    const [id, data = ''] = sealed.split('.')
    if (id !== KEY_ID) throw new Error(`sealed with an unknown key ${id}`)
    const bytes = Buffer.from(data, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
  return {
    seal: (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${KEY_ID}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open,
    holds: (sealed, given) => isSameSecret(given, open(sealed)),
  }
}
