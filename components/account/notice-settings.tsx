"use client";

import { useRouter } from "next/navigation";
import { CheckboxField } from "@/components/form/checkbox-field";
import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { SwitchField } from "@/components/form/switch-field";
import { UrlField } from "@/components/form/text-field";
import { useCall } from "@/components/form/use-call";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { Code } from "@/components/ui/verbatim";
import type { Answer } from "@/lib/inputs/answer";
import {
  noticeKinds,
  noticeSettingsSchema,
  noticeWords,
  type NoticeSettingsWritten,
} from "@/lib/inputs/notice";
import type { chooseNotices, forgetNoticeWebhook, NoticeSettings } from "@/lib/notices/settings";
import type { tryNotice } from "@/lib/notices/try";
import type { ActionOf } from "@/lib/verb/answer";

interface NoticeSettingsFormProps {
  settings: NoticeSettings & { canMail: boolean };
  choose: ActionOf<typeof chooseNotices>;
  forgetWebhook: ActionOf<typeof forgetNoticeWebhook>;
  tryWay: ActionOf<typeof tryNotice>;
}

type Kinds = NoticeSettingsWritten["kinds"];

/** How a member gets notices, besides the bell. */
export function NoticeSettingsForm({
  settings,
  choose,
  forgetWebhook,
  tryWay,
}: NoticeSettingsFormProps) {
  const { email, webhookHost, muted, emailProblem, webhookProblem, canMail } = settings;
  const { pending, run } = useCall();
  const router = useRouter();
  // The reason of a failure is stored, and the page shows it.
  const call = (action: () => Promise<Answer<unknown>>, done: string) =>
    run(action, done, { refused: () => router.refresh() });
  const kinds = Object.fromEntries(
    noticeKinds.map((kind) => [kind, !muted.includes(kind)]),
  ) as Kinds;
  return (
    <Form
      // A new key after each save, so that the fields start from the stored settings.
      key={JSON.stringify(settings)}
      label="Notices"
      schema={noticeSettingsSchema}
      initial={{ email, webhook: "", kinds }}
      action={choose}
      onDone={() => void toast.success("Saved")}
      className="space-y-5"
    >
      <div className="space-y-2">
        <SwitchField<NoticeSettingsWritten>
          path="email"
          label="E-mail"
          hint={
            canMail ? (
              "New notices by e-mail, at most one e-mail a minute."
            ) : (
              <>
                This installation doesn’t send e-mail. An administrator can set{" "}
                <Code>SMTP_URL</Code>.
              </>
            )
          }
        />
        {emailProblem !== null && (
          <Trouble>The last e-mail didn’t get there. {emailProblem}</Trouble>
        )}
        {email && canMail && (
          <Button
            size="sm"
            disabled={pending}
            onClick={() => call(() => tryWay({ way: "email" }), "Sent a test e-mail")}
          >
            Send a test e-mail
          </Button>
        )}
      </div>
      <div className="space-y-2">
        <UrlField<NoticeSettingsWritten>
          path="webhook"
          label="Webhook"
          placeholder={webhookHost === null ? "https://…" : `Stored: ${webhookHost}/…`}
          hint="We POST JSON with a text there. Incoming webhooks of Slack, Mattermost and Google Chat take it as it is."
        />
        {webhookProblem !== null && (
          <Trouble>The last notice didn’t get there. {webhookProblem}</Trouble>
        )}
        {webhookHost !== null && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={pending}
              onClick={() => call(() => tryWay({ way: "webhook" }), "Sent a test notice")}
            >
              Send a test notice
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={pending}
              onClick={() => call(() => forgetWebhook({}), "Removed the webhook")}
            >
              Remove webhook
            </Button>
          </div>
        )}
      </div>
      <fieldset className="space-y-3">
        <legend className="mb-2 text-sm font-medium">Notify me when</legend>
        {noticeKinds.map((kind) => (
          <CheckboxField<NoticeSettingsWritten>
            key={kind}
            path={`kinds.${kind}`}
            label={noticeWords[kind].label}
            hint={noticeWords[kind].hint}
          />
        ))}
      </fieldset>
      <SubmitButton variant="secondary">Save notices</SubmitButton>
    </Form>
  );
}

function Trouble({ children }: { children: React.ReactNode }) {
  return <p className="text-sm break-words text-red-fg">{children}</p>;
}
