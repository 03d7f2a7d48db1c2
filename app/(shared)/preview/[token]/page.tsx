import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { OwnPicturesProvider } from "@/components/preview/own-pictures";
import { Logo } from "@/components/shell/logo";
import { SharedPreview } from "@/components/template/share/shared-preview";
import { absoluteText } from "@/components/ui/time-text";
import { Verbatim } from "@/components/ui/verbatim";
import { clientOf } from "@/lib/auth/client-header";
import { pictureOfTemplate } from "@/lib/authoring/picture-of-template";
import { readTemplateDraft } from "@/lib/authoring/template-draft";
import { config } from "@/lib/config/config";
import { openShared } from "@/lib/directory/template/shared";
import { single } from "@/lib/inputs/paths";
import { composerApp } from "../../../(console)/composer-app";
import type { Query } from "../../../(console)/in-service";

// What people of the console call a template stays among them.
export const metadata: Metadata = { title: "Shared preview" };

/** Read once for a request. */
const open = cache(async (token: string) => openShared(token, clientOf(await headers())));

interface SharedPageProps {
  params: Promise<{ token: string }>;
  searchParams: Promise<Query>;
}

/**
 * Shows a template to people without an account: words and pictures that a device would show, and
 * nothing else of the console.
 */
export default async function SharedPage({ params, searchParams }: SharedPageProps) {
  const shared = (await open((await params).token)) ?? notFound();
  const { templateId, version, content, expiresAt } = shared;
  const app = composerApp(shared.app);
  const said = readTemplateDraft(content);
  const languages = said.languages.map(({ language }) => language);
  const requestedLanguage = single((await searchParams)["language"]);
  const language = languages.find((one) => one === requestedLanguage) ?? "";
  const appearances = pictureOfTemplate(
    said,
    { appid: app.appid, templateId },
    app,
    Date.now(),
    language,
  );
  return (
    <main className="mx-auto max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
      <Logo className="mb-6" />
      <h1 className="text-2xl font-semibold tracking-tight">
        A notification from <Verbatim>{app.name}</Verbatim>
      </h1>
      <p className="mt-1 mb-5 text-base text-ink-muted">
        {version === null
          ? "The draft as it is right now, with sample values. It may change each time you look."
          : `Version ${version}, with sample values.`}
      </p>
      <div className="rounded-xl border border-line bg-surface p-4 sm:p-5">
        <OwnPicturesProvider value={config().ORIGIN}>
          <SharedPreview appearances={appearances} languages={languages} language={language} />
        </OwnPicturesProvider>
      </div>
      <p className="mt-4 text-sm text-ink-faint">
        Only a preview: nothing can be sent from here. This link works until{" "}
        <time dateTime={expiresAt}>{absoluteText(Date.parse(expiresAt), "UTC")}</time>.
      </p>
    </main>
  );
}
