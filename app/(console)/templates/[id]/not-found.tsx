import { NothingFound } from "@/components/shell/nothing-found";

export default function TemplateNotFound() {
  return (
    <NothingFound
      title="There is no such template"
      list={{ href: "/templates", name: "All templates" }}
    >
      It may be in another service, or the address is incomplete.
    </NothingFound>
  );
}
