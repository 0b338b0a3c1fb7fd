import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import type { StatusStore } from '../live/status-store.ts';
import { SchedulerCard } from './scheduler-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { KeyCard } from './key-card.tsx';
import type { SettingsState } from '../settings/use-settings.ts';

interface Props {
	boot: BootData;
	store: StatusStore;
	settings: Settings;
	settingsState: SettingsState;
}

/**
 * Finds where the API of the hosting platform is: where its webhooks are. Empty where no environment is with it.
 */
function platformUrl( environments: readonly EnvironmentSettings[] ): string {
	const url = environments.find(
		( { provider } ) => provider === 'wpe-headless'
	)?.webhook.urls.rebuild;
	return /^https?:\/\/[^/]+/.exec( url ?? '' )?.[ 0 ] ?? '';
}

/**
 * What is not about one connection, but about all: what wakes the site, whose word is heard, where the key lies.
 */
export function SiteCards( { boot, store, settings, settingsState }: Props ) {
	const { environments, credentials = null } = settings;
	const usualUrl = platformUrl( environments );
	return (
		<>
			<SchedulerCard
				store={ store }
				timeZone={ boot.timeZone }
				lines={ settings.systemCron }
			/>
			{ ( usualUrl !== '' || credentials !== null ) && (
				<CredentialsCard
					credentials={ credentials }
					onFresh={ ( fresh ) =>
						settingsState.change( () => ( { credentials: fresh } ) )
					}
					usualUrl={ usualUrl }
					nowMs={ () => store.time.nowMs() }
					timeZone={ boot.timeZone }
				/>
			) }
			{ settings.encryptionKey === 'generated' && <KeyCard /> }
		</>
	);
}
