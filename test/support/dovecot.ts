import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { folderOfTest } from './tools.ts'

export interface Mailbox {
  /** For `BOUNCE_MAILBOX`. */
  url: string
  /** Puts a mail into the inbox, unread. */
  deliver(mail: string): void
  /** How many were not read yet. */
  unread(): number
}

/** Dovecot gives nobody a mailbox as root. */
const NOBODY = { username: 'nobody', uid: 65_534, gid: 65_534 }

/** An IMAP server of the running test with one mailbox. */
export async function startDovecot(program: string): Promise<Mailbox> {
  const owner = process.getuid?.() === 0 ? NOBODY : userInfo()
  const port = await freePort()
  const folder = folderOfTest()
  chmodSync(folder, 0o755)
  const log = join(folder, 'log')
  const mail = join(folder, 'mail')
  for (const path of [mail, ...['new', 'cur', 'tmp'].map((name) => join(mail, name))]) {
    mkdirSync(path)
    chownSync(path, owner.uid, owner.gid)
  }
  const settings = join(folder, 'dovecot.conf')
  writeFileSync(
    settings,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${log}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${mail}
first_valid_uid = 1
default_login_user = ${owner.username}
default_internal_user = ${owner.username}
default_internal_group = ${execFileSync('id', ['-gn', owner.username], { encoding: 'utf8' }).trim()}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=a%%secret
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}
}
`,
  )
  const child = spawn(program, ['-F', '-c', settings], { stdio: 'ignore' })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'close')
  })
  await expect
    .poll(() => {
      const said = existsSync(log) ? readFileSync(log, 'utf8') : ''
      return child.exitCode === null ? said : `ended: starting up failed: ${said}`
    })
    .toContain('starting up')
  let delivered = 0
  return {
    url: `imap://bounces%40acme.test:a%25secret@127.0.0.1:${port}/INBOX`,
    deliver(text) {
      const path = join(mail, 'new', `${++delivered}.test`)
      writeFileSync(path, text.replace(/\r?\n/g, '\r\n'))
      chownSync(path, owner.uid, owner.gid)
    },
    // Maildir: `S` after the comma is "seen".
    unread: () =>
      readdirSync(join(mail, 'new')).length +
      readdirSync(join(mail, 'cur')).filter((name) => !/,.*S/.test(name)).length,
  }
}
