"use client";

import { SameServiceLink } from "@/components/shell/same-service";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import type { MediaUsers, UsingTemplate } from "@/lib/directory/media/used-by";
import { paths } from "@/lib/inputs/paths";

/** Whether anything at all uses it. */
export function isUsed({ templates, campaigns, apps }: MediaUsers): boolean {
  return templates.length + campaigns.length + apps.length > 0;
}

/** Who uses a picture, each with the way there. */
export function UsersList({ users }: { users: MediaUsers | "failed" | undefined }) {
  if (users === undefined) return <Skeleton className="h-5 w-48" />;
  if (users === "failed")
    return <p className="text-sm text-red-fg">Could not be read. Close this and open it again.</p>;
  if (!isUsed(users))
    return (
      <p className="text-sm text-ink-muted">No template, draft or scheduled campaign uses it.</p>
    );
  const { templates, campaigns, apps } = users;
  return (
    <ul aria-label="Used in" className="max-h-56 space-y-1 overflow-y-auto text-sm">
      {templates.map((template) => (
        <Use
          key={template.id}
          href={paths.template(template.id)}
          name={template.name}
          what={templateWords(template)}
        />
      ))}
      {campaigns.map(({ id, name, state }) => (
        <Use
          key={id}
          href={paths.campaign(id)}
          name={name === "" ? "Untitled" : name}
          what={campaignWords[state]}
        />
      ))}
      {apps.map((name) => (
        <li key={name} className="foreign">
          <Verbatim className="font-medium">{name}</Verbatim>{" "}
          <span className="text-ink-muted">app icon</span>
        </li>
      ))}
    </ul>
  );
}

const campaignWords = {
  draft: "campaign draft",
  scheduled: "scheduled campaign",
  sending: "campaign being sent",
  paused: "paused campaign",
};

function Use({ href, name, what }: { href: string; name: string; what: string }) {
  return (
    <li className="foreign">
      <SameServiceLink
        href={href}
        className="font-medium underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        <Verbatim>{name}</Verbatim>
      </SameServiceLink>{" "}
      <span className="text-ink-muted">{what}</span>
    </li>
  );
}

function templateWords({ archived, published, draft, others }: UsingTemplate): string {
  const parts = [
    ...(published ? ["published version"] : []),
    ...(draft ? ["draft"] : []),
    ...(others > 0 ? [others === 1 ? "an older version" : `${others} older versions`] : []),
  ];
  return `template${archived ? ", archived" : ""}: ${new Intl.ListFormat("en").format(parts)}`;
}
