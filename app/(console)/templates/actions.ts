"use server";

import { archiveTemplate as archive, restoreTemplate as restore } from "@/lib/directory/template/archive";
import { publishDraft } from "@/lib/directory/template/publish-draft";
import { rollBackTemplate as rollBack } from "@/lib/directory/template/roll-back";
import { changeTemplate as change, createTemplate, saveTemplate } from "@/lib/directory/template/save";
import { answer } from "@/lib/verb/answer";

const changes = ["/templates", "/compose"];

/** Makes a template with an empty draft. Answers its id. */
export const makeTemplate = answer(createTemplate, { changes });

/** Keeps a template's draft. */
export const keepTemplate = answer(saveTemplate);

/** Renames and tags a template. */
export const changeTemplate = answer(change, { changes });

/** Publishes what the draft says. */
export const publishTemplate = answer(publishDraft, { changes });

/** Publishes an older version again. */
export const rollBackTemplate = answer(rollBack, { changes });

/** Archives a template that nothing names. */
export const archiveTemplate = answer(archive, { changes });

/** Brings an archived template back. */
export const restoreTemplate = answer(restore, { changes });
