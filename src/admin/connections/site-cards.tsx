import type { BootData, EnvironmentSettings } from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';
import { AlarmClockCard } from './alarm-clock-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { KeyCard } from './key-card.tsx';
import type { useSettings } from './use-settings.ts';

interface Props {
	boot: BootData;
	store: StatusStore;
	settings: ReturnType< typeof useSettings >;
}

/**
 * Finds where the API of the hosting platform is: where its webhooks are. Empty where no environment is with it.
 * @param environments
 */
function platformUrl( environments: readonly EnvironmentSettings[] ): string {
	const url = environments.find(
		( { provider } ) => provider === 'wpe-headless'
	)?.webhook.urls.rebuild;
	return /^https?:\/\/[^/]+/.exec( url ?? '' )?.[ 0 ] ?? '';
}

/**
 * What is not about one connection, but about all: what wakes the site, whose word is heard, where the key lies.
 *
 * @param props
 * @param props.boot
 * @param props.store
 * @param props.settings
 */
export function SiteCards( { boot, store, settings }: Props ) {
	const { environments, site, putCredentials } = settings;
	const credentials = site.credentials ?? null;
	const usualUrl = platformUrl( environments ?? [] );
	return (
		<>
			<AlarmClockCard
				store={ store }
				timeZone={ boot.timeZone }
				lines={ site.systemCron }
			/>
			{ ( usualUrl !== '' || credentials !== null ) && (
				<CredentialsCard
					credentials={ credentials }
					onFresh={ putCredentials }
					usualUrl={ usualUrl }
					nowMs={ () => store.time.nowMs() }
					timeZone={ boot.timeZone }
				/>
			) }
			{ site.encryptionKey === 'generated' && <KeyCard /> }
		</>
	);
}
