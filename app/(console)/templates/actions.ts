"use server";

import { archiveTemplate, restoreTemplate } from "@/lib/directory/template/archive";
import { publishDraft } from "@/lib/directory/template/publish-draft";
import { rollBackTemplate } from "@/lib/directory/template/roll-back";
import { changeTemplate, createTemplate, saveTemplate } from "@/lib/directory/template/save";
import { answer } from "@/lib/verb/answer";

const changes = ["/templates", "/compose"];

/** Makes a template with an empty draft. Answers its id. */
export const create = answer(createTemplate, { changes });

/** Keeps a draft. */
export const saveDraft = answer(saveTemplate);

/** Renames and tags a template. */
export const change = answer(changeTemplate, { changes });

/** Publishes what the draft says. */
export const publish = answer(publishDraft, { changes });

/** Publishes an older version again. */
export const rollBack = answer(rollBackTemplate, { changes });

/** Archives a template that nothing names. */
export const archive = answer(archiveTemplate, { changes });

/** Brings an archived template back. */
export const restore = answer(restoreTemplate, { changes });
