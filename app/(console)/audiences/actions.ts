"use server";

import { applyStaged as applyStagedVerb } from "@/lib/directory/audience/apply-staged";
import { changeAudience as changeAudienceVerb } from "@/lib/directory/audience/change";
import { compareStaged as compareStagedView } from "@/lib/directory/audience/compare-staged";
import { editRecipient as editRecipientVerb } from "@/lib/directory/audience/edit-recipient";
import { extendAudience as extendAudienceVerb } from "@/lib/directory/audience/extend";
import {
  beginAudience as beginAudienceVerb,
  createAudience as createAudienceVerb,
} from "@/lib/directory/audience/fill";
import { removeAudience as removeAudienceVerb } from "@/lib/directory/audience/remove";
import { removeRecipients as removeRecipientsVerb } from "@/lib/directory/audience/remove-recipients";
import { renameColumns as renameColumnsVerb } from "@/lib/directory/audience/rename-columns";
import { stageRecipients as stageRecipientsVerb } from "@/lib/directory/audience/stage";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

/** Its recipients come to `PUT /audiences/{id}/recipients` (`lib/http/recipients`). */
export const beginAudience = answer(beginAudienceVerb);
export const createAudience = answer(createAudienceVerb, { changes: [paths.audiences()] });
export const changeAudience = answer(changeAudienceVerb, { changes: [paths.audiences()] });
export const removeAudience = answer(removeAudienceVerb, { changes: [paths.audiences()] });
export const removeEachAudience = answerEach(removeAudienceVerb, { changes: [paths.audiences()] });
export const stageRecipients = answer(stageRecipientsVerb);
export const compareStaged = answer(compareStagedView);
export const applyStaged = answer(applyStagedVerb, { changes: [paths.audiences()] });
export const extendAudience = answer(extendAudienceVerb, { changes: [paths.audiences()] });
export const editRecipient = answer(editRecipientVerb, { changes: [paths.audiences()] });
export const renameColumns = answer(renameColumnsVerb, { changes: [paths.audiences()] });
export const removeRecipients = answer(removeRecipientsVerb, { changes: [paths.audiences()] });
