"use server";

import { addToList } from "@/lib/directory/audience/add-to-list";
import { applyStaged } from "@/lib/directory/audience/apply-staged";
import { changeAudience } from "@/lib/directory/audience/change";
import { compareStaged } from "@/lib/directory/audience/compare-staged";
import { editRecipient as giveValues } from "@/lib/directory/audience/edit-recipient";
import { createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { removeAudience } from "@/lib/directory/audience/remove";
import { removeRecipients as takeOut } from "@/lib/directory/audience/remove-recipients";
import { stageRecipients } from "@/lib/directory/audience/stage";
import { answer, answerEach } from "@/lib/verb/answer";

/** Begins a list. Returns its id. Its recipients come to `PUT /audiences/{id}/recipients` (`lib/http/recipients`). */
export const beginList = answer(createAudience);

/** Closes a list: it can be chosen from now on. Returns how many recipients it has. */
export const finishList = answer(finishAudience, { changes: ["/audiences"] });

/** Renames a list, marks it as a test group or takes the mark off. */
export const changeList = answer(changeAudience, { changes: ["/audiences"] });

/** Removes a list. */
export const removeList = answer(removeAudience, { changes: ["/audiences"] });

/** Removes several lists. Answers for each, in their order. */
export const removeEachList = answerEach(removeAudience, { changes: ["/audiences"] });

/** Begins to bring recipients for a list that is there. Returns the id of what they are added to. */
export const stageList = answer(stageRecipients);

/** Counts what staged recipients of a list would change. */
export const compareList = answer(compareStaged);

/** Adds staged recipients to a list, or replaces all of its recipients with them. */
export const applyList = answer(applyStaged, { changes: ["/audiences"] });

/** Adds recipients to a list by hand. */
export const addRecipient = answer(addToList, { changes: ["/audiences"] });

/** Gives a recipient of a list other values. */
export const editRecipient = answer(giveValues, { changes: ["/audiences"] });

/** Removes recipients from a list. */
export const removeRecipients = answer(takeOut, { changes: ["/audiences"] });
