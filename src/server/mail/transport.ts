import type { Transporter } from 'nodemailer'
import type { PendingMail } from './store.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

export interface MailTransport {
  /** Resolves when the mail server has accepted the email. Rejects with its error, or after a timeout. */
  send(mail: PendingMail): Promise<void>
}

/** Creates a transport with one connection per email, so that no connection stays open and a restarted server is found again. */
export function createMailTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): MailTransport {
  let transporter: Transporter | undefined
  const createTransporter = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const domain = from.split('@')[1]
  return {
    async send({ id, to, replyTo, subject, text }) {
      transporter ??= await createTransporter()
      await transporter.sendMail({
        // The same for every attempt, so that the receiver can recognise a duplicate.
        messageId: `<${id}@${domain}>`,
        from: toPlainAddress(from),
        to: toPlainAddress(to),
        ...(replyTo && { replyTo: toPlainAddress(replyTo) }),
        subject,
        text,
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
  }
}

/** Returns the address as an object, because nodemailer would parse a text for names and further addresses. */
const toPlainAddress = (address: string) => ({ name: '', address })
