import { __, sprintf } from '../admin/i18n.ts';
import { StateSymbol } from '../admin/parts/state-symbol.tsx';
import type { StateSymbol as SymbolName } from '../admin/words/description.ts';
import { clockTime, timeLeft } from '../admin/words/time.ts';
import type { Delivery } from '../shared/wire.ts';
import type { Progress, Stage } from './progress.ts';

interface Step {
	name: string;
	text: string;
	/** Secondary words behind the text. */
	when: string;
	/** Null for what is still to come. */
	symbol: SymbolName | null;
	current: boolean;
}

interface Props {
	/** Label of the environment. */
	environment: string;
	progress: Progress;
	/** Milliseconds until it is sent, while it counts down. */
	leftMs: number;
	nowMs: number;
	timeZone: string;
}

/**
 * Tells whether the host said no, other than a host that was never reached.
 * @param progress
 * @param progress.stage
 * @param progress.delivery
 */
function isRefused( { stage, delivery }: Progress ): boolean {
	return stage === 'failed' && ( delivery?.httpStatus ?? 0 ) > 0;
}

const SEND_SYMBOLS: Record< Stage, SymbolName | null > = {
	resting: null,
	countdown: 'scheduled',
	sending: 'busy',
	accepted: 'good',
	failed: 'bad',
	canceled: 'canceled',
};

/**
 * Says when it is sent, or what came of it.
 * @param props
 */
function whenInWords( props: Props ): string {
	const { progress, leftMs, nowMs, timeZone } = props;
	const { stage, delivery } = progress;
	switch ( stage ) {
		case 'countdown':
			return sprintf(
				/* translators: %s: time that is left, for example “8 s”. */
				__( 'in %s', 'headless-deploy' ),
				timeLeft( leftMs )
			);
		case 'accepted':
			return delivery === null
				? ''
				: clockTime( delivery.createdAt, nowMs, timeZone );
		case 'failed':
			return __( 'failed', 'headless-deploy' );
		default:
			return '';
	}
}

function sendStep( props: Props ): Step {
	const { environment, progress } = props;
	const { stage } = progress;
	const sentence =
		stage === 'accepted'
			? /* translators: %s: name of an environment. */
				__( 'Sent to %s', 'headless-deploy' )
			: /* translators: %s: name of an environment. */
				__( 'Send to %s', 'headless-deploy' );
	return {
		name: 'send',
		text: sprintf( sentence, environment ),
		when: whenInWords( props ),
		symbol: SEND_SYMBOLS[ stage ],
		current:
			[ 'countdown', 'sending' ].includes( stage ) ||
			( stage === 'failed' && ! isRefused( progress ) ),
	};
}

/**
 * The build's own steps are known only where the host tells of them.
 * @param root0
 * @param root0.outcome
 */
function buildSteps( { outcome }: Delivery ): Step[] {
	if ( outcome === 'unknown' ) {
		return [];
	}
	const building = { building: 'busy', live: 'good', failed: 'bad' } as const;
	return [
		{
			name: 'build',
			text: __( 'Building', 'headless-deploy' ),
			when: '',
			symbol: building[ outcome ],
			current: outcome === 'building',
		},
		{
			name: 'live',
			text: __( 'Live', 'headless-deploy' ),
			when: '',
			symbol: outcome === 'live' ? 'good' : null,
			current: outcome === 'live',
		},
	];
}

function answerSymbol( accepted: boolean, refused: boolean ) {
	if ( refused ) {
		return 'bad';
	}
	return accepted ? 'good' : null;
}

function stepsOf( props: Props ): Step[] {
	const { stage, delivery } = props.progress;
	const accepted = stage === 'accepted';
	const refused = isRefused( props.progress );
	const steps = delivery !== null && accepted ? buildSteps( delivery ) : [];
	return [
		sendStep( props ),
		{
			name: 'accept',
			text: refused
				? __( 'Refused by the host', 'headless-deploy' )
				: __( 'Accepted by the host', 'headless-deploy' ),
			when: '',
			symbol: answerSymbol( accepted, refused ),
			current: ( accepted && steps.length === 0 ) || refused,
		},
		...steps,
	];
}

/**
 * Shows the way of what was published, step by step.
 *
 * @param props See Props.
 */
export function Steps( props: Props ) {
	return (
		<ol className="headless-deploy-steps">
			{ stepsOf( props ).map( ( step ) => (
				<li
					key={ step.name }
					className={
						step.symbol === null ? 'is-to-come' : undefined
					}
					aria-current={ step.current ? 'step' : undefined }
				>
					{ step.symbol === null ? (
						<span className="headless-deploy-ring" />
					) : (
						<StateSymbol symbol={ step.symbol } />
					) }
					<span>
						{ step.text }
						{ step.when !== '' && (
							<span className="headless-deploy-secondary">
								{ ` · ${ step.when }` }
							</span>
						) }
					</span>
				</li>
			) ) }
		</ol>
	);
}
