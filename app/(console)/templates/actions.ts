"use server";

import { archiveTemplate as archive, restoreTemplate as restore } from "@/lib/directory/template/archive";
import { previewPut, putTemplate } from "@/lib/directory/template/put";
import { currentDraft } from "@/lib/directory/template/open";
import { publishDraft } from "@/lib/directory/template/publish-draft";
import { removeTemplate as remove } from "@/lib/directory/template/remove";
import { rollBackTemplate as rollBack } from "@/lib/directory/template/roll-back";
import { changeTemplate as change, createTemplate, saveTemplate } from "@/lib/directory/template/save";
import { revokePreviewLink, shareTemplate } from "@/lib/directory/template/share";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = ["/templates", "/compose"];

/** Makes a template with an empty draft. Returns its id. */
export const makeTemplate = answer(createTemplate, { changes });

/** Keeps a template's draft. */
export const keepTemplate = answer(saveTemplate);

/** Returns the present draft of a template, for an editor after a conflict. */
export const findTemplateDraft = answer(currentDraft);

/** Renames and tags a template. */
export const changeTemplate = answer(change, { changes });

/** Publishes what the draft says. */
export const publishTemplate = answer(publishDraft, { changes });

/** Publishes an older version again. */
export const rollBackTemplate = answer(rollBack, { changes });

/** Archives a template that nothing names. */
export const archiveTemplate = answer(archive, { changes });

/** Deletes a template that was never published. */
export const removeTemplate = answer(remove, { changes });

/** Brings an archived template back. */
export const restoreTemplate = answer(restore, { changes });

/** Creates a link that shows a template to people without an account. */
export const sharePreview = answer(shareTemplate, { changes });

/** Ends such a link. */
export const revokePreview = answer(revokePreviewLink, { changes });

/** What writing templates from files would come to. */
export const lookAtTemplates = answerEach(previewPut);

/** Writes the drafts of templates from files. */
export const importTemplates = answerEach(putTemplate, { changes });
