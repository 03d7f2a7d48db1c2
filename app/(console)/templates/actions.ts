"use server";

import { archiveTemplate as archiveTemplateVerb, restoreTemplate as restoreTemplateVerb } from "@/lib/directory/template/archive";
import { previewPut as previewPutView, putTemplate as putTemplateVerb } from "@/lib/directory/template/put";
import { findTemplateDraft as findTemplateDraftView } from "@/lib/directory/template/open";
import { publishDraft as publishDraftVerb } from "@/lib/directory/template/publish-draft";
import { removeTemplate as removeTemplateVerb } from "@/lib/directory/template/remove";
import { rollBackTemplate as rollBackTemplateVerb } from "@/lib/directory/template/roll-back";
import {
  changeTemplate as changeTemplateVerb,
  createTemplate as createTemplateVerb,
  saveTemplate as saveTemplateVerb,
} from "@/lib/directory/template/save";
import { revokePreviewLink as revokePreviewLinkVerb, shareTemplate as shareTemplateVerb } from "@/lib/directory/template/share";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = ["/templates", "/compose"];

/** Makes a template with an empty draft. Returns its id. */
export const createTemplate = answer(createTemplateVerb, { changes });

/** Keeps a template's draft. */
export const saveTemplate = answer(saveTemplateVerb);

/** Returns the present draft of a template, for an editor after a conflict. */
export const findTemplateDraft = answer(findTemplateDraftView);

/** Renames and tags a template. */
export const changeTemplate = answer(changeTemplateVerb, { changes });

/** Publishes what the draft says. */
export const publishDraft = answer(publishDraftVerb, { changes });

/** Publishes an older version again. */
export const rollBackTemplate = answer(rollBackTemplateVerb, { changes });

/** Archives a template that nothing names. */
export const archiveTemplate = answer(archiveTemplateVerb, { changes });

/** Deletes a template that was never published. */
export const removeTemplate = answer(removeTemplateVerb, { changes });

/** Brings an archived template back. */
export const restoreTemplate = answer(restoreTemplateVerb, { changes });

/** Creates a link that shows a template to people without an account. */
export const shareTemplate = answer(shareTemplateVerb, { changes });

/** Ends such a link. */
export const revokePreviewLink = answer(revokePreviewLinkVerb, { changes });

/** What writing templates from files would come to. */
export const previewEachPut = answerEach(previewPutView);

/** Writes the drafts of templates from files. */
export const putEachTemplate = answerEach(putTemplateVerb, { changes });
