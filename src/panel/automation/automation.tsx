import { SelectControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import type {
	EnvironmentSettings,
	GeneralSettings,
	Schedule,
	Settings,
} from '../../shared/wire.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { EmptyState } from '../../live/components/empty-state.tsx';
import { GeneralCard } from './general-card.tsx';
import { LinksCard } from './links-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { canRefresh } from './policy.ts';
import { PolicyCard } from './policy-card.tsx';
import { SchedulesCard } from './schedules-card.tsx';
import { TimingCard } from './timing-card.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import {
	type SettingsState,
	useSettings,
	withUpdated,
	withoutId,
} from '../settings/use-settings.ts';
import { fetchSchedules } from '../settings/api.ts';

const ENVIRONMENT_PARAMETER = 'environment';

interface CardsProps extends ScreenProps {
	settings: Settings;
	settingsState: SettingsState;
	shown: EnvironmentSettings;
	/** Receives the name of the part. */
	onUnsaved: ( part: string, isUnsaved: boolean ) => void;
}

/** Renders the card of each environment; hidden ones keep what is typed. */
function perEnvironment( props: CardsProps, part: 'policy' | 'timing' ) {
	const { settings, settingsState, shown, onUnsaved } = props;
	const PartCard = part === 'policy' ? PolicyCard : TimingCard;
	return settings.environments.map( ( environment ) => (
		<div key={ environment.id } hidden={ environment.id !== shown.id }>
			<PartCard
				environment={ environment }
				onUpdate={ settingsState.putEnvironment }
				onUnsaved={ ( isUnsaved ) =>
					onUnsaved( `${ environment.id } ${ part }`, isUnsaved )
				}
			/>
		</div>
	) );
}

/** Reloads the schedules only, so that what is typed elsewhere on the screen stays. */
async function reloadSchedules(
	settingsState: SettingsState
): Promise< void > {
	try {
		const schedules = await fetchSchedules();
		settingsState.change( () => ( { schedules } ) );
	} catch {
		// The next save shows the error.
	}
}

function Cards( props: CardsProps ) {
	const { boot, store, settings, settingsState, shown } = props;
	const { schedules = [] } = settings;
	const updateGeneral = ( general: GeneralSettings ) =>
		settingsState.change( () => ( { general } ) );
	const changeSchedules = ( to: ( all: Schedule[] ) => Schedule[] ) =>
		settingsState.change( ( all ) => ( {
			schedules: to( all.schedules ?? [] ),
		} ) );
	return (
		<div className="headless-deploy-automation">
			<div className="headless-deploy-column">
				{ perEnvironment( props, 'policy' ) }
				<SchedulesCard
					schedules={ schedules.filter(
						( { environment } ) => environment === shown.id
					) }
					environment={ shown }
					environments={ settings.environments }
					store={ store }
					activityUrl={ boot.urls.activity ?? '' }
					onUpdate={ ( updated ) =>
						changeSchedules( ( all ) =>
							withUpdated( all, updated )
						)
					}
					onRemoved={ ( id ) =>
						changeSchedules( ( all ) => withoutId( all, id ) )
					}
					onStale={ () => void reloadSchedules( settingsState ) }
				/>
				{ settings.notifications && (
					<NotificationsCard
						settings={ settings.notifications }
						onUpdate={ ( notifications ) =>
							settingsState.change( () => ( { notifications } ) )
						}
					/>
				) }
			</div>
			<div className="headless-deploy-column">
				{ perEnvironment( props, 'timing' ) }
				{ settings.general && (
					<>
						<GeneralCard
							general={ settings.general }
							isRefreshed={ settings.environments.some(
								canRefresh
							) }
							onUpdate={ updateGeneral }
						/>
						<LinksCard
							general={ settings.general }
							environments={ settings.environments }
							onUpdate={ updateGeneral }
						/>
					</>
				) }
			</div>
		</div>
	);
}

/** Keeps which parts of environments have unsaved changes. */
function useUnsavedParts() {
	const [ parts, setParts ] = useState< readonly string[] >( [] );
	return {
		environments: parts.map( ( part ) => part.split( ' ' )[ 0 ] ?? '' ),
		setUnsaved: ( part: string, isUnsaved: boolean ) =>
			setParts( ( current ) => [
				...current.filter( ( other ) => other !== part ),
				...( isUnsaved ? [ part ] : [] ),
			] ),
	};
}

interface SwitchProps {
	environments: readonly EnvironmentSettings[];
	/** Id of the one that is shown. */
	shown: string;
	/** Ids of those with something unsaved. */
	unsaved: readonly string[];
	onChange: ( id: string ) => void;
}

function EnvironmentSwitch( props: SwitchProps ) {
	const { environments, shown, unsaved, onChange } = props;
	return (
		<SelectControl
			__next40pxDefaultSize
			__nextHasNoMarginBottom
			className="headless-deploy-switch"
			labelPosition="side"
			label={ __( 'Environment', 'headless-deploy' ) }
			value={ shown }
			options={ environments.map( ( { id, label } ) => ( {
				value: id,
				label: unsaved.includes( id )
					? sprintf(
							/* translators: %s: name of an environment. */
							__( '%s (unsaved)', 'headless-deploy' ),
							label
						)
					: label,
			} ) ) }
			onChange={ onChange }
		/>
	);
}

/** Keeps in the address which environment is shown, so that a link can lead to it; the first if none is named. */
function useShownEnvironment( environments: readonly EnvironmentSettings[] ) {
	const [ wanted, setWanted ] = useState(
		() =>
			new URL( window.location.href ).searchParams.get(
				ENVIRONMENT_PARAMETER
			) ?? ''
	);
	const show = ( id: string ) => {
		const address = new URL( window.location.href );
		address.searchParams.set( ENVIRONMENT_PARAMETER, id );
		window.history.replaceState( null, '', address );
		setWanted( id );
	};
	return {
		shown:
			environments.find( ( { id } ) => id === wanted ) ??
			environments[ 0 ],
		show,
	};
}

function Screen( props: Omit< CardsProps, 'shown' | 'onUnsaved' > ) {
	const { environments } = props.settings;
	const { shown, show } = useShownEnvironment( environments );
	const unsaved = useUnsavedParts();
	if ( ! shown ) {
		return (
			<EmptyState connectUrl={ props.boot.urls.connections ?? null } />
		);
	}
	return (
		<>
			{ environments.length > 1 && (
				<EnvironmentSwitch
					environments={ environments }
					shown={ shown.id }
					unsaved={ unsaved.environments }
					onChange={ show }
				/>
			) }
			<Cards
				{ ...props }
				shown={ shown }
				onUnsaved={ unsaved.setUnsaved }
			/>
		</>
	);
}

/** The screen of the settings for automatic runs. */
export function Automation( props: ScreenProps ) {
	const settingsState = useSettings( props.boot.preload.settings );
	return (
		<SettingsFrame { ...props } settingsState={ settingsState }>
			{ ( settings ) => (
				<Screen
					{ ...props }
					settings={ settings }
					settingsState={ settingsState }
				/>
			) }
		</SettingsFrame>
	);
}
