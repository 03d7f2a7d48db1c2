"use server";

import {
  archiveTemplate as archiveTemplateVerb,
  restoreTemplate as restoreTemplateVerb,
} from "@/lib/directory/template/archive";
import { findTemplateDraft as findTemplateDraftView } from "@/lib/directory/template/open";
import { publishTemplate as publishTemplateVerb } from "@/lib/directory/template/publish";
import {
  previewPut as previewPutView,
  putTemplate as putTemplateVerb,
} from "@/lib/directory/template/put";
import { removeTemplate as removeTemplateVerb } from "@/lib/directory/template/remove";
import { rollBackTemplate as rollBackTemplateVerb } from "@/lib/directory/template/roll-back";
import {
  changeTemplate as changeTemplateVerb,
  createTemplate as createTemplateVerb,
  saveTemplate as saveTemplateVerb,
} from "@/lib/directory/template/save";
import {
  revokePreviewLink as revokePreviewLinkVerb,
  shareTemplate as shareTemplateVerb,
} from "@/lib/directory/template/share";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = [paths.templates(), paths.compose()];

export const createTemplate = answer(createTemplateVerb, { changes });
export const saveTemplate = answer(saveTemplateVerb);
export const findTemplateDraft = answer(findTemplateDraftView);
export const changeTemplate = answer(changeTemplateVerb, { changes });
export const publishTemplate = answer(publishTemplateVerb, { changes });
export const rollBackTemplate = answer(rollBackTemplateVerb, { changes });
export const archiveTemplate = answer(archiveTemplateVerb, { changes });
export const removeTemplate = answer(removeTemplateVerb, { changes });
export const restoreTemplate = answer(restoreTemplateVerb, { changes });
export const shareTemplate = answer(shareTemplateVerb, { changes });
export const revokePreviewLink = answer(revokePreviewLinkVerb, { changes });
export const previewEachPut = answerEach(previewPutView);
export const putEachTemplate = answerEach(putTemplateVerb, { changes });
