import { createTransport, type Transporter } from "nodemailer";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";

const timeoutMs = 15_000;

const holder = () => once<{ transport?: Transporter }>("mail", () => ({}));

/** One letter: plain text, to one address. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** Whether this installation can send e-mail: SMTP_URL and SMTP_FROM are set. */
export function canMail(): boolean {
  const { SMTP_URL, SMTP_FROM } = config();
  return SMTP_URL !== undefined && SMTP_FROM !== undefined;
}

/**
 * Hands a letter to the mail server (RFC 5321). Resolves once that has taken it. Throws when there is none, and what the server said otherwise; a caller that shows that
 * asks {@link mailProblem}.
 */
export async function sendMail({ to, subject, text }: Letter): Promise<void> {
  const { SMTP_URL, SMTP_FROM } = config();
  if (SMTP_URL === undefined || SMTP_FROM === undefined) throw new Error("SMTP_URL and SMTP_FROM are not set.");
  const own = holder();
  own.transport ??= createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // As objects: a list, or a name with an address in it, would be more recipients than one.
  await own.transport.sendMail({
    from: SMTP_FROM,
    to: { name: "", address: to },
    subject,
    text,
    headers: { "Auto-Submitted": "auto-generated" },
  });
}

/** Why a letter was not taken, in a sentence without anything secret. */
export function mailProblem(error: unknown): string {
  const { code, responseCode } = error instanceof Error ? (error as Error & { code?: string; responseCode?: number }) : {};
  if (code === "EAUTH") return "The mail server does not accept the name and password in SMTP_URL.";
  if (code === "EENVELOPE") return `The mail server does not accept e-mail from or to this address${said(responseCode)}.`;
  if (code === "ESOCKET" || code === "ECONNECTION" || code === "ETIMEDOUT" || code === "EDNS")
    return "The mail server does not answer. Check SMTP_URL.";
  if (code === "ETLS") return "The mail server does not offer an encrypted connection.";
  return `The mail server did not accept the e-mail${said(responseCode)}.`;
}

function said(status: number | undefined): string {
  return status === undefined ? "" : ` (it answered ${status})`;
}

/** Closes lines to the mail server, when the process stops. */
export function closeMail(): void {
  const own = holder();
  own.transport?.close();
  delete own.transport;
}
