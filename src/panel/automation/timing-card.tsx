import { CardBody, ToggleControl } from '@wordpress/components';
import { speak } from '@wordpress/a11y';
import {
	createInterpolateElement,
	useEffect,
	useRef,
} from '@wordpress/element';
import type {
	EnvironmentInput,
	EnvironmentSettings,
} from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import type { FieldLabels } from '../settings/conflict.ts';
import { LockedHint, NumberField } from '../settings/fields.tsx';
import { SectionForm } from './section-form.tsx';
import {
	MAX_WAIT_SECONDS,
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

type Seconds = 'quietPeriodSeconds' | 'maximumWaitSeconds';

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
	};
}

function timingLabels(): FieldLabels< Timing > {
	const format = ( typed: string ) => typed;
	const { quietPeriodSeconds, maximumWaitSeconds } = labels();
	return {
		quietPeriodSeconds: { name: quietPeriodSeconds, format },
		maximumWaitSeconds: { name: maximumWaitSeconds, format },
		hold: {
			name: __( 'Hold changes', 'headless-deploy' ),
			format: ( hold ) =>
				hold
					? __( 'On', 'headless-deploy' )
					: __( 'Off', 'headless-deploy' ),
		},
	};
}

function Numbers( { environment, draft }: FieldsProps ) {
	return (
		<div className="headless-deploy-timing__numbers">
			{ ( Object.entries( labels() ) as [ Seconds, string ][] ).map(
				( [ field, label ] ) => (
					<NumberField
						key={ field }
						label={ label }
						value={ draft.values[ field ] }
						onChange={ ( typed ) => draft.set( field, typed ) }
						min={ 0 }
						max={ MAX_WAIT_SECONDS }
						error={ secondsProblem( draft.values[ field ] ) }
						lockedBy={ lockOf( environment, field ) }
					/>
				)
			) }
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
function useSpoken( text: string ) {
	const first = useRef( text );
	useEffect( () => {
		if ( text === first.current ) {
			return;
		}
		first.current = '';
		const timer = setTimeout(
			() => speak( text.replace( /<\/?b>/g, '' ), 'polite' ),
			SPOKEN_AFTER_MS
		);
		return () => clearTimeout( timer );
	}, [ text ] );
}

function Effect( { timing }: { timing: Timing } ) {
	const text = timingText( timing );
	useSpoken( text );
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
	const { quietPeriodSeconds, maximumWaitSeconds } = draft.values;
	return (
		<SectionForm
			{ ...section }
			isValid={
				secondsOf( quietPeriodSeconds ) !== null &&
				secondsOf( maximumWaitSeconds ) !== null
			}
			title={ __( 'Timing of runs', 'headless-deploy' ) }
			description={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'For %s.', 'headless-deploy' ),
				environment.label
			) }
		>
			<CardBody className="headless-deploy-timing">
				<Numbers environment={ environment } draft={ draft } />
				<Effect timing={ draft.values } />
				<Hold environment={ environment } draft={ draft } />
			</CardBody>
		</SectionForm>
	);
}
