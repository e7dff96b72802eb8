/** Sends e-mails by the SMTP server that the operator has set. */
import { createTransport, type NodemailerError } from 'nodemailer';
import { type Delivery, failedDelivery } from '../../../domain/notices/delivery.ts';

export interface EmailSettings {
  /** The address of the SMTP server, such as `smtp://user:password@host:587`. It contains a password: never print it. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
  /** For tests: the certificate authority of the server. */
  readonly ca?: string;
  /** For tests: the time limit of each step of the connection. */
  readonly stepTimeoutMs?: number;
}

export interface Email {
  readonly to: string;
  /** The idempotency key of the message, which becomes its Message-ID. */
  readonly id: string;
  /** The id that the e-mails about one alert share, so that mail programs show them as one conversation. */
  readonly thread: string | undefined;
  readonly subject: string;
  readonly text: string;
}

const defaultStepTimeoutMs = 5_000;
/** The time limit of an e-mail. */
const timeoutMs = 15_000;

export async function sendEmail(settings: EmailSettings, email: Email): Promise<Delivery> {
  const { from } = settings;
  const domain = from.address.split('@')[1] ?? 'localhost';
  const transport = createTransport(transportOptions(settings));
  const sent = transport.sendMail({
    from,
    // An object, because a text could be read as a list of addresses.
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    messageId: `<${email.id}@${domain}>`,
    ...(email.thread !== undefined && { references: `<${email.thread}@${domain}>` }),
    // Asks for no automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  const done = sent.then((): Delivery => ({ outcome: 'accepted' }), deliveryOfError);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Delivery>((resolve) => {
    timer = setTimeout(() => resolve(failedDelivery('timeout')), timeoutMs);
  });
  const delivery = await Promise.race([done, late]);
  clearTimeout(timer);
  transport.close();
  return delivery;
}

function transportOptions({ url, ca, stepTimeoutMs = defaultStepTimeoutMs }: EmailSettings) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isLocal = /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return {
    host,
    ...(port !== '' && { port: Number(port) }),
    secure,
    // Alerts and the password never leave this machine unencrypted. A mail server on this machine may have no TLS, or a
    // certificate that it has made itself.
    requireTLS: !secure && !isLocal,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { ...(ca !== undefined && { ca }), rejectUnauthorized: secure || !isLocal },
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function deliveryOfError(error: NodemailerError): Delivery {
  const { code, originalCode, responseCode, permanent = false } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH') return failedDelivery('email-login');
  if (responseCode !== undefined && code !== 'ETLS') {
    return failedDelivery(`smtp-${responseCode}`, { isFinal: permanent && code === 'EENVELOPE' });
  }
  if (code === 'EDNS') return failedDelivery('unknown-host');
  if (code === 'ETIMEDOUT') return failedDelivery('timeout');
  if (/CERT|SIGNED|SIGNATURE|ISSUER/.test(`${code} ${originalCode}`)) return failedDelivery('certificate');
  return failedDelivery(code === 'ETLS' ? 'email-needs-tls' : 'no-connection');
}
