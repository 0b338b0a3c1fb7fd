import { useState } from '@wordpress/element';
import { __ } from '../../ui/i18n.ts';
import { LIMITS } from '../../shared/server-facts.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import type { StatusStore } from '../../live/status-store.ts';
import { SchedulerCard } from './scheduler-card.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { StatusCard } from './status-card.tsx';
import { fetchSettings } from '../settings/api.ts';
import type { SettingsState } from '../settings/use-settings.ts';

interface Props {
	store: StatusStore;
	settings: Settings;
	settingsState: SettingsState;
}

/** The API of the platform has the origin of its webhooks. Empty if no environment belongs to the platform. */
function platformUrl( environments: readonly EnvironmentSettings[] ): string {
	const url = environments.find(
		( { provider } ) => provider === 'wpe-headless'
	)?.webhook.urls.rebuild;
	return /^https?:\/\/[^/]+/.exec( url ?? '' )?.[ 0 ] ?? '';
}

/** Makes a line for wp-config.php with a new key, which is stored nowhere. */
function newKeyLine(): string {
	const bytes = crypto.getRandomValues(
		new Uint8Array( LIMITS.encryptionKeyBytes )
	);
	const key = Array.from( bytes, ( byte ) =>
		byte.toString( 16 ).padStart( 2, '0' )
	).join( '' );
	return `define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '${ key }' );`;
}

function KeyCard() {
	const [ line ] = useState( newKeyLine );
	return (
		<StatusCard
			title={ __( 'Encryption key', 'headless-deploy' ) }
			status={ {
				symbol: 'caution',
				label: __( 'Stored in the database', 'headless-deploy' ),
			} }
		>
			<p>
				{ __(
					'The plugin generated the key and stores it in the same database as the encrypted tokens. Anyone with access to the whole database can read the tokens.',
					'headless-deploy'
				) }
			</p>
			<div>
				<p className="headless-deploy-secondary">
					{ __(
						'Add this line to wp-config.php and keep a backup of the line. The key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.',
						'headless-deploy'
					) }
				</p>
				<CopyLine line={ line } />
			</div>
		</StatusCard>
	);
}

/** With other credentials, other environments can be changed at the host. */
async function updateHosted( { change }: SettingsState ): Promise< void > {
	try {
		const { hostedEnvironments } = await fetchSettings();
		change( () => ( { hostedEnvironments } ) );
	} catch {
		// The next visit shows them.
	}
}

/** The cards about the whole site: background tasks, API credentials and encryption key. */
export function SiteCards( { store, settings, settingsState }: Props ) {
	const { environments, credentials = null } = settings;
	const usualUrl = platformUrl( environments );
	return (
		<>
			<SchedulerCard store={ store } lines={ settings.systemCron } />
			{ ( usualUrl !== '' || credentials !== null ) && (
				<CredentialsCard
					credentials={ credentials }
					onUpdate={ ( updated ) => {
						settingsState.change( () => ( {
							credentials: updated,
						} ) );
						void updateHosted( settingsState );
					} }
					usualUrl={ usualUrl }
				/>
			) }
			{ settings.encryptionKey === 'generated' && <KeyCard /> }
		</>
	);
}
