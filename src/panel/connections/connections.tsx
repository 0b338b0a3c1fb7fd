import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import type { EnvironmentSettings, Settings } from '../../shared/wire.ts';
import { useSnapshot } from '../../live/use-live.ts';
import type { ScreenProps } from '../mount-screen.tsx';
import { EnvironmentName, ActionButton } from '../../ui/action-button.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectedNotice } from './connected-notice.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { RefreshCard } from './refresh-card.tsx';
import { SiteCards } from './site-cards.tsx';
import { restoreEnvironment } from '../settings/api.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type SettingsState, useSettings } from '../settings/use-settings.ts';

type Step = 'none' | 'paste' | 'done';

interface Props extends ScreenProps {
	/** The environment whose webhook URL a link asked to replace, or empty. */
	replacedId: string;
}

/** Suggests a name for a new environment. */
function freeLabel( environments: readonly EnvironmentSettings[] ): string {
	const taken = environments.map( ( { label } ) => label );
	const suggestions = [
		__( 'Production', 'headless-deploy' ),
		__( 'Staging', 'headless-deploy' ),
		__( 'Development', 'headless-deploy' ),
	];
	return (
		suggestions.find( ( label ) => ! taken.includes( label ) ) ??
		sprintf(
			/* translators: %d: number of an environment. */
			__( 'Environment %d', 'headless-deploy' ),
			taken.length + 1
		)
	);
}

interface BarProps {
	count: number;
	/** Grows when the button takes the focus. */
	focus: number;
	onAdd: () => void;
}

function Bar( { count, focus, onAdd }: BarProps ) {
	return (
		<div className="headless-deploy-bar">
			<p className="headless-deploy-secondary">
				{ sprintf(
					/* translators: %d: number of environments. */
					_n(
						'%d environment. Only administrators see this page.',
						'%d environments. Only administrators see this page.',
						count,
						'headless-deploy'
					),
					count
				) }
			</p>
			<ActionButton focus={ focus } onClick={ onAdd }>
				{ __( 'Add environment', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

/** Keeps the step; on the way back the button that led away takes the focus. */
function useSteps() {
	const [ state, setState ] = useState( {
		step: 'none' as Step,
		newId: '',
		restoredId: '',
		returns: 0,
	} );
	const go = ( step: Step, newId = '' ) =>
		setState( ( { returns } ) => ( {
			step,
			newId,
			restoredId: '',
			returns: step === 'none' ? returns + 1 : 0,
		} ) );
	/** Shows an environment whose removal a user undid. */
	const showRestored = ( restoredId: string ) =>
		setState( { step: 'none', newId: '', restoredId, returns: 0 } );
	return { ...state, go, showRestored };
}

interface ConnectionsProps extends Props {
	settings: Settings;
	settingsState: SettingsState;
	steps: ReturnType< typeof useSteps >;
}

function ConnectionSteps( props: ConnectionsProps ) {
	const { boot, store, settings, settingsState, steps } = props;
	const { environments } = settings;
	const isFirst = environments.length === 0;
	if ( isFirst || steps.step === 'paste' ) {
		return (
			<ConnectForm
				label={ freeLabel( environments ) }
				hostingUrl={ boot.urls.hosting ?? '' }
				onConnected={ ( environment ) => {
					settingsState.putEnvironment( environment );
					steps.go( 'done', environment.id );
					void store.refresh();
				} }
				onCancel={ isFirst ? undefined : () => steps.go( 'none' ) }
			/>
		);
	}
	const connected = environments.find( ( { id } ) => id === steps.newId );
	return connected ? (
		<ConnectedNotice
			environment={ connected }
			refresh={ store.refresh }
			onDone={ () => steps.go( 'none' ) }
		/>
	) : null;
}

function Cards( props: ConnectionsProps ) {
	const { store, settings, settingsState, steps, replacedId } = props;
	const { environments, hostedEnvironments = [] } = settings;
	const { status } = useSnapshot( store );
	const statusOf = ( wanted: string ) =>
		status?.environments.find( ( { id } ) => id === wanted ) ?? null;
	return environments.map( ( environment ) => (
		<EnvironmentName.Provider
			key={ environment.id }
			value={ environments.length > 1 ? environment.label : '' }
		>
			<ConnectionCard
				environment={ environment }
				isHosted={ hostedEnvironments.includes( environment.id ) }
				isReplacing={ environment.id === replacedId }
				status={ statusOf( environment.id ) }
				onUpdate={ ( newer ) => {
					settingsState.putEnvironment( newer );
					// The server tries a new token at once.
					void store.refresh();
				} }
				refresh={ store.refresh }
				onStale={ settingsState.reload }
				onUndo={ () => undoRemoval( props, environment ) }
				isRestored={ environment.id === steps.restoredId }
				onRemoved={ () => {
					settingsState.removeEnvironment( environment.id );
					steps.go( 'none' );
					void store.refresh();
				} }
			/>
			<RefreshCard
				environment={ environment }
				isHosted={ hostedEnvironments.includes( environment.id ) }
				isOnly={ environments.length === 1 }
				onUpdate={ settingsState.putEnvironment }
			/>
		</EnvironmentName.Provider>
	) );
}

/** Undoes the removal of an environment; the list is loaded again, because it may be outdated. */
async function undoRemoval(
	{ store, settingsState, steps }: ConnectionsProps,
	{ id, etag }: EnvironmentSettings
): Promise< string > {
	try {
		const { message, ...restored } = await restoreEnvironment( id, etag );
		settingsState.putEnvironment( restored );
		steps.showRestored( id );
		return message;
	} finally {
		settingsState.reload();
		void store.refresh();
	}
}

/** Lists the errors in HEADLESS_DEPLOY_ENVIRONMENTS. */
function ConstantNotice( { problems }: Pick< Settings, 'problems' > ) {
	return problems.length === 0 ? null : (
		<LastingNotice status="error">
			<p>
				{ __(
					'Fix HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php:',
					'headless-deploy'
				) }
			</p>
			{ problems.map( ( { environment, field, message } ) => (
				<p key={ `${ environment } ${ field }` }>
					{ environment !== '' && (
						<code dir="ltr">
							{ [ environment, field ]
								.filter( Boolean )
								.join( '.' ) }
						</code>
					) }{ ' ' }
					{ message }
				</p>
			) ) }
		</LastingNotice>
	);
}

function Screen( props: Omit< ConnectionsProps, 'steps' > ) {
	const { environments, problems = [] } = props.settings;
	const steps = useSteps();
	const isAny = environments.length > 0;
	return (
		<>
			<ConstantNotice problems={ problems } />
			<ConnectionSteps { ...props } steps={ steps } />
			{ steps.step !== 'paste' && isAny && (
				<Bar
					count={ environments.length }
					focus={ steps.returns }
					onAdd={ () => steps.go( 'paste' ) }
				/>
			) }
			{ isAny && (
				<div className="headless-deploy-connections">
					<div className="headless-deploy-column">
						<Cards { ...props } steps={ steps } />
					</div>
					<div className="headless-deploy-column">
						<SiteCards { ...props } />
					</div>
				</div>
			) }
		</>
	);
}

export function Connections( props: Props ) {
	const settingsState = useSettings( props.boot.preload.settings );
	return (
		<SettingsFrame { ...props } settingsState={ settingsState }>
			{ ( settings ) => (
				<Screen { ...{ ...props, settingsState, settings } } />
			) }
		</SettingsFrame>
	);
}
