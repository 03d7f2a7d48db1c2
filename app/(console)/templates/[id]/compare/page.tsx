import type { Metadata } from "next";
import { BackLink, Page } from "@/components/shell/page";
import { ChangesCard } from "@/components/template/change-list";
import { CompareChoice } from "@/components/template/compare-choice";
import { UnreadableBanner } from "@/components/template/template-banners";
import { TextChangesCard } from "@/components/template/text-changes-card";
import { Verbatim } from "@/components/ui/verbatim";
import { requireMember } from "@/lib/auth/session";
import { renderedChanges } from "@/lib/authoring/template-changes";
import { readTemplateDraft, writeTemplateDraft } from "@/lib/authoring/template-draft";
import { listApps } from "@/lib/directory/app/list";
import { openTemplate, type OpenTemplate } from "@/lib/directory/template/open";
import { UnreadableError } from "@/lib/directory/template/stored";
import { readVersion } from "@/lib/directory/template/version-content";
import { paths, single } from "@/lib/inputs/paths";
import { composerApp } from "../../../composer-app";
import { orNotFound, inServiceOf, type ThingPageProps } from "../../../in-service";

export const metadata: Metadata = { title: "Compare versions" };

/** Two versions of a template side by side: what devices show of them, and what they say. */
export default async function ComparePage({ params, searchParams }: ThingPageProps) {
  const { id } = await params;
  const template = await orNotFound(openTemplate({ actor: await requireMember() }, { id }));
  const { query, as, serviceId } = await inServiceOf(
    template,
    paths.templateComparison(id),
    await searchParams,
  );
  const { name, templateId, appid } = template;
  const sides = sidesOf(template);
  const from = sides.find((side) => side === single(query["from"])) ?? sides.at(1) ?? sides.at(0);
  const to = sides.find((side) => side === single(query["to"])) ?? sides.at(0);
  const contentOf = async (side: string | undefined) =>
    side === "draft"
      ? template.draft?.content
      : side === undefined
        ? undefined
        : readVersion(as, { id, version: Number(side) }).catch(refusal);
  const [apps, one, other] = await Promise.all([
    listApps(as, { serviceId }),
    contentOf(from),
    contentOf(to),
  ]);
  const unreadable = [one, other].find((side) => side instanceof UnreadableError);
  const [before, after] = [one, other].map((side) =>
    side instanceof UnreadableError ? undefined : side,
  );
  const row = apps.find((one) => one.appid === appid);
  return (
    <Page
      trail={<BackLink href={paths.template(id)}>{name}</BackLink>}
      title="Compare versions"
      description={<Verbatim>{name}</Verbatim>}
    >
      <div className="space-y-5">
        <CompareChoice sides={sides} from={from} to={to} />
        {unreadable && <UnreadableBanner sentence={unreadable.message} />}
        {row && before !== undefined && after !== undefined ? (
          <>
            <ChangesCard
              changes={renderedChanges(readTemplateDraft(before), readTemplateDraft(after), {
                templateId,
                app: composerApp(row),
              })}
              description={`${titleOf(from)} and ${titleOf(to)}, with sample values`}
              names={[titleOf(from), titleOf(to)]}
            />
            <TextChangesCard before={asWritten(before)} after={asWritten(after)} />
          </>
        ) : (
          !unreadable && <p className="text-sm text-ink-muted">There is nothing to compare yet.</p>
        )}
      </div>
    </Page>
  );
}

/** A version that cannot be read is named on the page. */
function refusal(error: unknown): UnreadableError {
  if (error instanceof UnreadableError) return error;
  throw error;
}

/**
 * In the order in which an editor writes it: members that the database keeps in another one are no
 * change.
 */
function asWritten(content: string): string {
  return writeTemplateDraft(readTemplateDraft(content));
}

/** What can be compared: the draft, where there is one, and every version, the latest first. */
function sidesOf({ draft, versions }: OpenTemplate): string[] {
  return [...(draft ? ["draft"] : []), ...versions.map(({ version }) => String(version))];
}

function titleOf(side: string | undefined): string {
  return side === "draft" ? "Draft" : `Version ${side}`;
}
