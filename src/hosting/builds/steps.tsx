import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { useSpokenChanges } from '../../ui/use-spoken-changes.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { stepLabel, tookLabel, tookMilliseconds } from '../labels/build.ts';
import type { BuildStep } from '../labels/build.ts';
import { isActive } from '../../shared/build-states.ts';
import type { Build } from '../../shared/platform-api.generated.ts';

const STEPS = [
	'unpack',
	'install',
	'build',
	'start',
	'health',
	'live',
] as const;

/** How much longer than so far a build may take while its usual duration is not known. */
const UNKNOWN_FACTOR = 1.25;

/** The shortest bar, in percent. */
const MIN_WIDTH = 1.5;

type StepState = BuildStep[ 'state' ] | 'canceled' | 'waiting' | 'notRun';

const ICONS: Record< StepState, IconName > = {
	running: 'running',
	done: 'wasLive',
	failed: 'failed',
	skipped: 'superseded',
	canceled: 'canceled',
	waiting: 'nothing',
	notRun: 'nothing',
};

function stateOf( build: Build, step: BuildStep | undefined ): StepState {
	if ( step === undefined ) {
		return isActive( build ) ? 'waiting' : 'notRun';
	}
	const isCanceled = build.state === 'canceled' && step.state === 'failed';
	return isCanceled ? 'canceled' : step.state;
}

function stateLabel( state: StepState ): string {
	const labels: Record< StepState, string > = {
		running: __( 'running', 'headless-deploy' ),
		done: __( 'done', 'headless-deploy' ),
		failed: __( 'failed', 'headless-deploy' ),
		skipped: __( 'skipped', 'headless-deploy' ),
		canceled: __( 'canceled', 'headless-deploy' ),
		waiting: __( 'waiting', 'headless-deploy' ),
		notRun: __( 'not run', 'headless-deploy' ),
	};
	return labels[ state ];
}

interface StepProps {
	build: Build;
	step: BuildStep;
	now: number;
}

/** Where a step lies in the whole build, or in its usual duration while it runs. */
function Bar( { build, step, now }: StepProps ) {
	const took = tookMilliseconds( build, now ) ?? 0;
	const expected = isActive( build )
		? ( build.usualMilliseconds ?? took * UNKNOWN_FACTOR )
		: 0;
	const whole = Math.max( took, expected, 1 );
	const begin = Date.parse( build.startTime ?? step.startTime );
	const percent = ( time: number ) =>
		Math.min( Math.max( ( 100 * ( time - begin ) ) / whole, 0 ), 100 );
	const start = percent( Date.parse( step.startTime ) );
	const left = Math.min( start, 100 - MIN_WIDTH );
	const end = step.finishTime ? Date.parse( step.finishTime ) : now;
	const width = Math.max( percent( end ) - left, MIN_WIDTH );
	return (
		<span className="hd-step__bar" aria-hidden="true">
			<span style={ { left: `${ left }%`, width: `${ width }%` } } />
		</span>
	);
}

function Step( {
	name,
	build,
	now,
}: Omit< StepProps, 'step' > & Pick< BuildStep, 'name' > ) {
	const step = build.steps.findLast( ( one ) => one.name === name );
	const state = stateOf( build, step );
	const isTimed = step !== undefined && state !== 'skipped';
	const isWordShown = ! isTimed && state !== 'waiting';
	return (
		<li className={ `hd-step hd-step--${ state }` }>
			<Icon name={ ICONS[ state ] } />
			<span>
				{ stepLabel( name ) }
				{ ! isWordShown && (
					<span className="screen-reader-text">
						, { stateLabel( state ) }
					</span>
				) }
			</span>
			<span className="hd-hint">
				{ isTimed && tookLabel( step, now ) }
				{ isWordShown && stateLabel( state ) }
			</span>
			{ isTimed && <Bar build={ build } step={ step } now={ now } /> }
		</li>
	);
}

/** For example “Install done, 9.4 s. Build running.” */
function spokenSteps( { steps }: Build ): string {
	const [ before, last ] = [ steps.at( -2 ), steps.at( -1 ) ];
	if ( last?.state !== 'running' ) {
		return '';
	}
	/* translators: %s: step of a build. */
	const running = __( '%s running.', 'headless-deploy' );
	/* translators: 1: step of a build that is done, 2: its duration, 3: the next step. */
	const both = __( '%1$s done, %2$s. %3$s running.', 'headless-deploy' );
	const name = stepLabel( last.name );
	return before?.state === 'done'
		? sprintf(
				both,
				stepLabel( before.name ),
				tookLabel( before, 0 ),
				name
			)
		: sprintf( running, name );
}

/** The steps of a build, each with a bar where it lies in the whole. */
export function Steps( props: Pick< StepProps, 'build' | 'now' > ) {
	useSpokenChanges( spokenSteps( props.build ) );
	return (
		<ol aria-label={ __( 'Steps', 'headless-deploy' ) }>
			{ STEPS.map( ( name ) => (
				<Step key={ name } name={ name } { ...props } />
			) ) }
		</ol>
	);
}
