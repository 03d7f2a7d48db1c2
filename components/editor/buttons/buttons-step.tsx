"use client";

import { useEffect, useId, useRef, useState } from "react";
import { useRequestPart } from "@/components/editor/content-context";
import { focusControl, focusField } from "@/components/form/focus-field";
import { useNotices } from "@/components/form/use-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { Notices } from "@/components/ui/notice";
import { categoryOf, oddities, withCategory, type Interactive } from "@/lib/compose/buttons";
import { captionOf, identifiersOf, type Category } from "@/lib/interface/categories";
import { mobilePlatforms, type MobilePlatform } from "@/lib/interface/device-kinds";
import { usePlatforms } from "../content/platform-states";
import { useChosenTemplate } from "../content/templates";
import { buttonsPath, ButtonFields } from "./button-fields";
import { CategoryPicker, ChosenCategory } from "./category-picker";

interface ButtonsStepProps {
  /**
   * Called with the platform once buttons are chosen: the preview shows a state in which they are
   * seen.
   */
  onChosen: (platform: MobilePlatform) => void;
}

/**
 * The interactive block (interface 2.10): which buttons, where, and what each does. Only what the
 * interface allows can be chosen.
 */
export function ButtonsStep({ onChosen }: ButtonsStepProps) {
  const [block, change] = useRequestPart(buttonsPath);
  const platforms = usePlatforms();
  const on = mobilePlatforms.filter((platform) => platforms[platform].on);
  const interactive = block as Interactive | undefined;
  const brought = useChosenTemplate()?.blocks.interactive;
  const [others, setOthers] = useState(false);
  const category = categoryOf(interactive);
  const odd = interactive ? oddities(interactive) : [];
  const [folded, setFolded] = useState(category !== undefined);
  const root = useRef<HTMLDivElement>(null);
  const isFolding = useRef(false);
  // What is gone to appears with the change that leads there.
  useEffect(() => {
    if (!isFolding.current) return;
    isFolding.current = false;
    if (folded) return focusField(root.current, `${buttonsPath}.actions.0.action`);
    const chosen = root.current?.querySelector<HTMLElement>("[role=radio][aria-checked=true]");
    if (chosen) focusControl(chosen);
  }, [folded]);
  const fold = (next: boolean) => {
    isFolding.current = next !== folded;
    setFolded(next);
  };
  const choose = (next: Category | undefined) => {
    change(next === undefined ? undefined : withCategory(interactive ?? brought, next, on));
    if (next !== undefined) onChosen(on[0] ?? "android");
  };
  const remove = () => {
    choose(undefined);
    fold(false);
  };
  return (
    <TitledCard
      id="buttons-title"
      title="Buttons"
      description="Below the notification, on Android and iOS."
    >
      <CardBody>
        <div ref={root} data-path={buttonsPath} className="space-y-5">
          {brought && interactive === undefined && !others ? (
            <Brought buttons={brought} onOthers={() => setOthers(true)} />
          ) : on.length === 0 && interactive === undefined ? (
            <p className="text-sm text-ink-muted">
              Browsers show no buttons of this kind. Switch on Android or iOS under Content to have
              some.
            </p>
          ) : (
            <>
              {odd.length > 0 && (
                <Banner kind="warning" title="These buttons came in from elsewhere">
                  {odd.join(" ")}
                </Banner>
              )}
              {folded && category ? (
                <ChosenCategory
                  category={category}
                  onChange={() => fold(false)}
                  onRemove={remove}
                />
              ) : (
                <CategoryPicker
                  value={interactive === undefined ? "none" : category}
                  onChoose={choose}
                  onDone={() => fold(true)}
                />
              )}
              <BlockNotices />
              {category && <ButtonFields category={category} />}
            </>
          )}
        </div>
      </CardBody>
    </TitledCard>
  );
}

/** The buttons that come with the template, until the user chooses others. */
function Brought({ buttons, onOthers }: { buttons: Interactive; onOthers: () => void }) {
  const category = categoryOf(buttons);
  const captions = category ? identifiersOf(category).map(captionOf) : [];
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-muted">
        From the template: <span className="font-medium text-ink">{captions.join(" and ")}</span>
      </p>
      <Button size="sm" onClick={onOthers}>
        Choose other buttons
      </Button>
    </div>
  );
}

/** What is wrong with the choice, or with all of it. */
function BlockNotices() {
  const id = useId();
  const ofChoice = useNotices(`${buttonsPath}.category`);
  const ofAll = useNotices(buttonsPath);
  return <Notices id={id} notices={[...ofChoice, ...ofAll]} />;
}
