/** The texts of notifications, in all languages: the server says which one the phone has. */
import type { LanguageCode } from '../../../domain/language.ts';
import { alerts as daAlerts, status as daStatus } from '../../language/da/page.json';
import { push as daPush } from '../../language/da/phones.json';
import { alerts as deAlerts, status as deStatus } from '../../language/de/page.json';
import { push as dePush } from '../../language/de/phones.json';
import { alerts as enAlerts, status as enStatus } from '../../language/en/page.json';
import { push as enPush } from '../../language/en/phones.json';
import { alerts as frAlerts, status as frStatus } from '../../language/fr/page.json';
import { push as frPush } from '../../language/fr/phones.json';
import { alerts as huAlerts, status as huStatus } from '../../language/hu/page.json';
import { push as huPush } from '../../language/hu/phones.json';
import { alerts as nbAlerts, status as nbStatus } from '../../language/nb/page.json';
import { push as nbPush } from '../../language/nb/phones.json';
import { alerts as nlAlerts, status as nlStatus } from '../../language/nl/page.json';
import { push as nlPush } from '../../language/nl/phones.json';
import { alerts as svAlerts, status as svStatus } from '../../language/sv/page.json';
import { push as svPush } from '../../language/sv/phones.json';

const texts = {
  da: { alerts: daAlerts, status: daStatus, push: daPush },
  de: { alerts: deAlerts, status: deStatus, push: dePush },
  en: { alerts: enAlerts, status: enStatus, push: enPush },
  fr: { alerts: frAlerts, status: frStatus, push: frPush },
  hu: { alerts: huAlerts, status: huStatus, push: huPush },
  nb: { alerts: nbAlerts, status: nbStatus, push: nbPush },
  nl: { alerts: nlAlerts, status: nlStatus, push: nlPush },
  sv: { alerts: svAlerts, status: svStatus, push: svPush },
} satisfies Record<LanguageCode, object>;

/** The texts of a language. The worker has no translate function of the page, because it needs few texts. */
export function textsOf(language: LanguageCode) {
  const { alerts, status, push } = texts[language];
  const statuses = new Map(Object.entries(status));
  const counts = new Map(Object.entries(alerts));
  const plurals = new Intl.PluralRules(language);
  return {
    push,
    acknowledge: alerts.acknowledge,
    onTheWay: (name: string) => alerts.on_the_way.replace('{{name}}', () => name),
    colleague: alerts.colleague,
    testOf: (name: string) => alerts.test_of.replace('{{name}}', () => name),
    statusOf: (name: string) => statuses.get(name) ?? status.unknown,
    alertCount: (count: number) =>
      (counts.get(`count_${plurals.select(count)}`) ?? alerts.count_other).replace('{{count}}', String(count)),
  };
}
