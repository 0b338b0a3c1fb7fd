import { Notice, Spinner } from '@wordpress/components';
import { useState } from '@wordpress/element';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { __ } from '../i18n.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { EnvironmentSwitch } from './environment-switch.tsx';
import { GeneralCard } from './general-card.tsx';
import { PolicyCard } from './policy-card.tsx';
import { SchedulesCard } from './schedules-card.tsx';
import { TimingCard } from './timing-card.tsx';
import {
	type AutomationSettings,
	useAutomationSettings,
} from './use-automation-settings.ts';
import { useShownEnvironment } from './use-shown-environment.ts';

function Unread( { error, retry }: { error: string; retry: () => void } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			<p>{ error }</p>
			<div className="headless-deploy-buttons">
				<ActionButton compact onClick={ retry }>
					{ __( 'Try again', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}

interface CardsProps extends ScreenProps {
	settings: Settings;
	known: AutomationSettings;
	shown: EnvironmentSettings;
	/** Told of the parts of environments by name. */
	onUnsaved: ( part: string, isUnsaved: boolean ) => void;
}

/**
 * What is set for each environment: those that are not shown keep what is typed.
 * @param props
 * @param part
 */
function perEnvironment( props: CardsProps, part: 'policy' | 'timing' ) {
	const { settings, known, shown, onUnsaved } = props;
	const PartCard = part === 'policy' ? PolicyCard : TimingCard;
	return settings.environments.map( ( environment ) => (
		<div key={ environment.id } hidden={ environment.id !== shown.id }>
			<PartCard
				environment={ environment }
				onFresh={ known.putEnvironment }
				onUnsaved={ ( isUnsaved ) =>
					onUnsaved( `${ environment.id } ${ part }`, isUnsaved )
				}
			/>
		</div>
	) );
}

function Cards( props: CardsProps ) {
	const { boot, store, settings, known, shown } = props;
	return (
		<div className="headless-deploy-automation">
			<div className="headless-deploy-automation__column">
				{ perEnvironment( props, 'policy' ) }
				<SchedulesCard
					schedules={ ( settings.schedules ?? [] ).filter(
						( { environment } ) => environment === shown.id
					) }
					environment={ shown }
					environments={ settings.environments }
					store={ store }
					timeZone={ boot.timeZone }
					onFresh={ known.putSchedule }
					onRemoved={ known.removeSchedule }
					onStale={ () => void known.reloadSchedules() }
				/>
			</div>
			<div className="headless-deploy-automation__column">
				{ perEnvironment( props, 'timing' ) }
				{ settings.general && (
					<GeneralCard
						general={ settings.general }
						onFresh={ known.putGeneral }
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
		tell: ( part: string, isUnsaved: boolean ) =>
			setParts( ( known ) =>
				isUnsaved === known.includes( part )
					? known
					: [
							...known.filter( ( other ) => other !== part ),
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
			<Cards { ...props } shown={ shown } onUnsaved={ unsaved.tell } />
		</>
	);
}

/**
 * The screen where is set what happens by itself.
 *
 * @param props See ScreenProps.
 */
export function Automation( props: ScreenProps ) {
	const known = useAutomationSettings( props.boot.preload.settings );
	const { settings, error, reload } = known;
	if ( settings === null ) {
		return error === '' ? (
			<Spinner />
		) : (
			<Unread error={ error } retry={ () => void reload() } />
		);
	}
	return <Screen { ...props } settings={ settings } known={ known } />;
}
