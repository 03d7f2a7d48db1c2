import { NothingFound } from "@/components/shell/nothing-found";
import { paths } from "@/lib/inputs/paths";

export default function TemplateNotFound() {
  return (
    <NothingFound
      title="There is no such template"
      list={{ href: paths.templates(), name: "All templates" }}
    >
      It may be in another service, or the address is incomplete.
    </NothingFound>
  );
}
