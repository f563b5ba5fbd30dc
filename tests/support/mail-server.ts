import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface TestMailServer {
  port: number
  /** The e-mails that the server has accepted; `text` includes the headers. */
  received: { from: string; to: string[]; text: string }[]
  close(): Promise<void>
}

/** Starts a local SMTP server, by default on a free port; with `refuse`, such as 550, it rejects every recipient. */
export async function startMailServer({ port = 0, refuse = 0 } = {}): Promise<TestMailServer> {
  const received: TestMailServer['received'] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuse ? Object.assign(new Error('unknown user'), { responseCode: refuse }) : null),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      buffer(stream).then((bytes) => {
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(({ address }) => address), text: bytes.toString() })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // A connection is reset when a test kills a process that is sending an e-mail.
  server.on('error', () => undefined)
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
