import type { Transporter } from 'nodemailer'
import type { PendingMail } from './store.ts'

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

export interface MailTransport {
  /** Resolves once the mail server has taken the mail. Rejects with its refusal, or when it does not answer in time. */
  send(mail: PendingMail): Promise<void>
}

/** One connection a mail: nothing is held open, and a server that was away is found again. */
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
        // The same on every try, so that a receiver that got it twice can tell.
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

/** One address and nothing else: a text would be read for names and further addresses. */
const toPlainAddress = (address: string) => ({ name: '', address })
