import { CardBody, ToggleControl } from '@wordpress/components';
import { createInterpolateElement } from '@wordpress/element';
import { LIMITS } from '../../shared/server-facts.ts';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import type { FieldLabels } from '../settings/conflict.ts';
import { LockedHint, NumberField } from '../settings/fields.tsx';
import { canRefresh } from './policy.ts';
import { SectionForm } from './section-form.tsx';
import {
	refreshTimingText,
	secondsOf,
	secondsProblem,
	type Timing,
	timingText,
} from './timing.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import {
	type EnvironmentSectionProps,
	useEnvironmentSection,
} from './section.ts';

const SPOKEN_AFTER_MS = 1_000;

interface FieldsProps {
	environment: EnvironmentSettings;
	draft: Draft< Timing >;
}

const DEPLOY_FIELDS = [ 'quietPeriodSeconds', 'maximumWaitSeconds' ] as const;

const REFRESH_FIELDS = [
	'refreshQuietPeriodSeconds',
	'refreshMaximumWaitSeconds',
] as const;

type Seconds = ( typeof DEPLOY_FIELDS | typeof REFRESH_FIELDS )[ number ];

function inputOf( changed: Partial< Timing > ): EnvironmentInput {
	const entries = Object.entries( changed ).map( ( [ field, value ] ) => [
		field,
		typeof value === 'string' ? ( secondsOf( value ) ?? 0 ) : value,
	] );
	return { automation: Object.fromEntries( entries ) };
}

function timingOf( { automation }: EnvironmentSettings ): Timing {
	return {
		quietPeriodSeconds: String( automation.quietPeriodSeconds ),
		maximumWaitSeconds: String( automation.maximumWaitSeconds ),
		hold: automation.hold,
		refreshQuietPeriodSeconds: String(
			automation.refreshQuietPeriodSeconds
		),
		refreshMaximumWaitSeconds: String(
			automation.refreshMaximumWaitSeconds
		),
	};
}

/** The PHP constant that sets a field; null if the user does. */
function lockOf(
	environment: EnvironmentSettings,
	field: keyof Timing
): string | null {
	return environment.lockedFields.includes( `automation.${ field }` )
		? environment.lockedBy
		: null;
}

function labels(): Record< Seconds, string > {
	return {
		quietPeriodSeconds: __( 'Quiet period (seconds)', 'headless-deploy' ),
		maximumWaitSeconds: __( 'Maximum wait (seconds)', 'headless-deploy' ),
		refreshQuietPeriodSeconds: __(
			'Quiet period of Refresh (seconds)',
			'headless-deploy'
		),
		refreshMaximumWaitSeconds: __(
			'Maximum wait of Refresh (seconds)',
			'headless-deploy'
		),
	};
}

function timingLabels(): FieldLabels< Timing > {
	const format = ( typed: string ) => typed;
	const names = labels();
	const seconds = ( field: Seconds ) => ( { name: names[ field ], format } );
	return {
		quietPeriodSeconds: seconds( 'quietPeriodSeconds' ),
		maximumWaitSeconds: seconds( 'maximumWaitSeconds' ),
		refreshQuietPeriodSeconds: seconds( 'refreshQuietPeriodSeconds' ),
		refreshMaximumWaitSeconds: seconds( 'refreshMaximumWaitSeconds' ),
		hold: {
			name: __( 'Hold changes', 'headless-deploy' ),
			format: ( hold ) =>
				hold
					? __( 'On', 'headless-deploy' )
					: __( 'Off', 'headless-deploy' ),
		},
	};
}

function Numbers( {
	environment,
	draft,
	fields,
}: FieldsProps & { fields: readonly Seconds[] } ) {
	const names = labels();
	return (
		<div className="headless-deploy-timing__numbers">
			{ fields.map( ( field ) => (
				<NumberField
					key={ field }
					label={ names[ field ] }
					value={ draft.values[ field ] }
					onChange={ ( typed ) => draft.set( field, typed ) }
					min={ 0 }
					max={ LIMITS.waitSeconds }
					error={ secondsProblem( draft.values[ field ] ) }
					lockedBy={ lockOf( environment, field ) }
				/>
			) ) }
		</div>
	);
}

function Hold( { environment, draft }: FieldsProps ) {
	const lockedBy = lockOf( environment, 'hold' );
	return (
		<ToggleControl
			__nextHasNoMarginBottom
			label={ __( 'Hold changes', 'headless-deploy' ) }
			checked={ draft.values.hold }
			onChange={ ( hold ) => draft.set( 'hold', hold ) }
			disabled={ lockedBy !== null }
			help={
				<>
					{ __(
						'Changes are saved but not deployed until a user presses Rebuild. Manual runs and schedules still work.',
						'headless-deploy'
					) }{ ' ' }
					{ lockedBy !== null && <LockedHint by={ lockedBy } /> }
				</>
			}
		/>
	);
}

/** Speaks the effect of the entries once the user stops typing. */
function Effect( { text }: { text: string } ) {
	useSpokenChanges(
		useDebounced( text.replace( /<\/?b>/g, '' ), SPOKEN_AFTER_MS )
	);
	return (
		<p className="headless-deploy-timing__effect">
			{ text === ''
				? __(
						'Enter valid numbers to see the result.',
						'headless-deploy'
					)
				: createInterpolateElement( text, { b: <strong /> } ) }
		</p>
	);
}

/** How soon changes are sent to an environment, or whether they are held. */
export function TimingCard( props: EnvironmentSectionProps ) {
	const { environment } = props;
	const draft = useDraft< Timing >( timingOf( environment ) );
	const section = useEnvironmentSection( props, draft, {
		of: timingOf,
		labels: timingLabels(),
		inputOf,
	} );
	const { values } = draft;
	const isRefresh = canRefresh( environment );
	return (
		<SectionForm
			{ ...section }
			isValid={ [ ...DEPLOY_FIELDS, ...REFRESH_FIELDS ].every(
				( field ) => secondsOf( values[ field ] ) !== null
			) }
			title={ __( 'Timing of runs', 'headless-deploy' ) }
			description={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'For %s.', 'headless-deploy' ),
				environment.label
			) }
		>
			<CardBody className="headless-deploy-timing">
				<Numbers
					{ ...{ environment, draft } }
					fields={ DEPLOY_FIELDS }
				/>
				<Effect text={ timingText( values ) } />
				{ isRefresh && (
					<>
						<Numbers
							{ ...{ environment, draft } }
							fields={ REFRESH_FIELDS }
						/>
						{ ! values.hold && (
							<Effect text={ refreshTimingText( values ) } />
						) }
					</>
				) }
				<Hold environment={ environment } draft={ draft } />
			</CardBody>
		</SectionForm>
	);
}
