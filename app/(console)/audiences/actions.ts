"use server";

import { addToList as addToListVerb } from "@/lib/directory/audience/add-to-list";
import { applyStaged as applyStagedVerb } from "@/lib/directory/audience/apply-staged";
import { changeAudience as changeAudienceVerb } from "@/lib/directory/audience/change";
import { compareStaged as compareStagedView } from "@/lib/directory/audience/compare-staged";
import { editRecipient as editRecipientVerb } from "@/lib/directory/audience/edit-recipient";
import { createAudience as createAudienceVerb, finishAudience as finishAudienceVerb } from "@/lib/directory/audience/fill";
import { removeAudience as removeAudienceVerb } from "@/lib/directory/audience/remove";
import { removeRecipients as removeRecipientsVerb } from "@/lib/directory/audience/remove-recipients";
import { stageRecipients as stageRecipientsVerb } from "@/lib/directory/audience/stage";
import { answer, answerEach } from "@/lib/verb/answer";

/** Begins a list. Returns its id. Its recipients come to `PUT /audiences/{id}/recipients` (`lib/http/recipients`). */
export const createAudience = answer(createAudienceVerb);

/** Closes a list: it can be chosen from now on. Returns how many recipients it has. */
export const finishAudience = answer(finishAudienceVerb, { changes: ["/audiences"] });

/** Renames a list, marks it as a test group or takes the mark off. */
export const changeAudience = answer(changeAudienceVerb, { changes: ["/audiences"] });

/** Removes a list. */
export const removeAudience = answer(removeAudienceVerb, { changes: ["/audiences"] });

/** Removes several lists. Answers for each, in their order. */
export const removeEachAudience = answerEach(removeAudienceVerb, { changes: ["/audiences"] });

/** Begins to bring recipients for a list that is there. Returns the id of what they are added to. */
export const stageRecipients = answer(stageRecipientsVerb);

/** Counts what staged recipients of a list would change. */
export const compareStaged = answer(compareStagedView);

/** Adds staged recipients to a list, or replaces all of its recipients with them. */
export const applyStaged = answer(applyStagedVerb, { changes: ["/audiences"] });

/** Adds recipients to a list by hand. */
export const addToList = answer(addToListVerb, { changes: ["/audiences"] });

/** Gives a recipient of a list other values. */
export const editRecipient = answer(editRecipientVerb, { changes: ["/audiences"] });

/** Removes recipients from a list. */
export const removeRecipients = answer(removeRecipientsVerb, { changes: ["/audiences"] });
