import { useState } from '@wordpress/element';
import type {
	EnvironmentSettings,
	Schedule,
	Settings,
} from '../../shared/wire.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { GeneralCard } from './general-card.tsx';
import { PolicyCard } from './policy-card.tsx';
import { SchedulesCard } from './schedules-card.tsx';
import { TimingCard } from './timing-card.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import {
	type SettingsState,
	useSettings,
	withFresh,
	without,
} from '../settings/use-settings.ts';
import { fetchSchedules } from './api.ts';
import { useShownEnvironment } from './use-shown-environment.ts';

interface CardsProps extends ScreenProps {
	settings: Settings;
	settingsState: SettingsState;
	shown: EnvironmentSettings;
	/** Receives the name of the part. */
	onUnsaved: ( part: string, isUnsaved: boolean ) => void;
}

/**
 * What is set for each environment: those that are not shown keep what is typed.
 */
function perEnvironment( props: CardsProps, part: 'policy' | 'timing' ) {
	const { settings, settingsState, shown, onUnsaved } = props;
	const PartCard = part === 'policy' ? PolicyCard : TimingCard;
	return settings.environments.map( ( environment ) => (
		<div key={ environment.id } hidden={ environment.id !== shown.id }>
			<PartCard
				environment={ environment }
				onFresh={ settingsState.putEnvironment }
				onUnsaved={ ( isUnsaved ) =>
					onUnsaved( `${ environment.id } ${ part }`, isUnsaved )
				}
			/>
		</div>
	) );
}

/**
 * Asks for the schedules alone; what is typed elsewhere on the screen stays.
 */
async function reloadSchedules(
	settingsState: SettingsState
): Promise< void > {
	try {
		const schedules = await fetchSchedules();
		settingsState.change( () => ( { schedules } ) );
	} catch {
		// What is shown stays; the next save tells what is wrong.
	}
}

function Cards( props: CardsProps ) {
	const { boot, store, settings, settingsState, shown } = props;
	const { schedules = [] } = settings;
	const changeSchedules = ( to: ( all: Schedule[] ) => Schedule[] ) =>
		settingsState.change( ( all ) => ( {
			schedules: to( all.schedules ?? [] ),
		} ) );
	return (
		<div className="headless-deploy-automation">
			<div className="headless-deploy-automation__column">
				{ perEnvironment( props, 'policy' ) }
				<SchedulesCard
					schedules={ schedules.filter(
						( { environment } ) => environment === shown.id
					) }
					environment={ shown }
					environments={ settings.environments }
					store={ store }
					timeZone={ boot.timeZone }
					activityUrl={ boot.urls.activity ?? '' }
					onFresh={ ( fresh ) =>
						changeSchedules( ( all ) => withFresh( all, fresh ) )
					}
					onRemoved={ ( id ) =>
						changeSchedules( ( all ) => without( all, id ) )
					}
					onStale={ () => void reloadSchedules( settingsState ) }
				/>
			</div>
			<div className="headless-deploy-automation__column">
				{ perEnvironment( props, 'timing' ) }
				{ settings.general && (
					<GeneralCard
						general={ settings.general }
						onFresh={ ( general ) =>
							settingsState.change( () => ( { general } ) )
						}
					/>
				) }
			</div>
		</div>
	);
}

/** Which parts of environments have something unsaved. */
function useUnsavedParts() {
	const [ parts, setParts ] = useState< readonly string[] >( [] );
	return {
		environments: parts.map( ( part ) => part.split( ' ' )[ 0 ] ?? '' ),
		setUnsaved: ( part: string, isUnsaved: boolean ) =>
			setParts( ( settingsState ) =>
				isUnsaved === settingsState.includes( part )
					? settingsState
					: [
							...settingsState.filter(
								( other ) => other !== part
							),
							...( isUnsaved ? [ part ] : [] ),
						]
			),
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

/** The screen where is set which changes deploy automatically. */
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
