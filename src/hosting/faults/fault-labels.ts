import type { FaultRule } from '../../shared/platform-api.generated.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { shortDurationLabel } from '../labels/duration.ts';
import { numberLabel, sizeLabel } from '../labels/size.ts';

const MAX_ONE_IN = 1000;

/** Paths that match all webhooks: they add nothing to the name of an action. */
const WEBHOOK_PATHS = [ '*', '/wh/*', '/wh/v1/*' ];

/** Which share of the requests a rule affects, for example “1 in 4 requests”. */
export function shareLabel( probability: number ): string {
	if ( probability >= 1 ) {
		return __( 'Every request', 'headless-deploy' );
	}
	const oneIn = Math.round( 1 / probability );
	/* translators: %d: number. */
	const share = __( '1 in %d requests', 'headless-deploy' );
	/* translators: %s: percentage. */
	const percentage = __( '%s %% of the requests', 'headless-deploy' );
	return oneIn <= MAX_ONE_IN && Math.abs( oneIn * probability - 1 ) < 0.001
		? sprintf( share, oneIn )
		: sprintf( percentage, numberLabel( probability * 100, 1 ) );
}

/** Which requests a rule affects, for example “POST webhook:rebuild, 1 in 2 requests”. */
export function matchLabel( rule: FaultRule ): string {
	const { method, action, path, probability } = rule;
	const hidesPath = action !== '' && WEBHOOK_PATHS.includes( path );
	const request = [
		method || __( 'Any method', 'headless-deploy' ),
		action && `webhook:${ action }`,
		! hidesPath && path,
	];
	return [
		request.filter( Boolean ).join( ' ' ),
		probability < 1 && shareLabel( probability ),
	]
		.filter( Boolean )
		.join( ', ' );
}

export type FaultKind = FaultRule[ 'kind' ];

function kindLabels(): Record< FaultKind, string > {
	return {
		status: __( 'Respond with a status', 'headless-deploy' ),
		none: __( 'Wait, then respond normally', 'headless-deploy' ),
		drop: __( 'Close the connection', 'headless-deploy' ),
		reset: __( 'Reset the connection', 'headless-deploy' ),
		truncate: __( 'Send half of the response', 'headless-deploy' ),
		drip: __( 'Send the response byte by byte', 'headless-deploy' ),
		endless: __( 'Send a response that never ends', 'headless-deploy' ),
	};
}

export function kindOptions() {
	const labels = kindLabels();
	return ( Object.keys( labels ) as FaultKind[] ).map( ( value ) => ( {
		value,
		label: labels[ value ],
	} ) );
}

/** What a rule does, for example “Respond with 429, Retry-After: 30, delayed by 200 ms”. */
export function effectLabel( rule: FaultRule ): string {
	const { kind, retryAfterSeconds, dripMs, afterBytes, latencyMs } = rule;
	/* translators: %d: HTTP status. */
	const withStatus = __( 'Respond with %d', 'headless-deploy' );
	/* translators: %s: duration. */
	const every = __( 'every %s', 'headless-deploy' );
	/* translators: %s: size. */
	const after = __( 'after %s', 'headless-deploy' );
	/* translators: %s: duration. */
	const delayed = __( 'delayed by %s', 'headless-deploy' );
	return [
		kind === 'status'
			? sprintf( withStatus, rule.status )
			: kindLabels()[ kind ],
		retryAfterSeconds !== null && `Retry-After: ${ retryAfterSeconds }`,
		dripMs > 0 && sprintf( every, shortDurationLabel( dripMs ) ),
		afterBytes > 0 && sprintf( after, sizeLabel( afterBytes ) ),
		latencyMs > 0 && sprintf( delayed, shortDurationLabel( latencyMs ) ),
	]
		.filter( Boolean )
		.join( ', ' );
}

/** How often a rule was used, for example “3 of 10 times”. */
export function usedLabel( { used, count }: FaultRule ): string {
	if ( count !== null ) {
		/* translators: 1: number of uses, 2: maximum number of uses. */
		const timesOf = _n(
			'%1$d of %2$d time',
			'%1$d of %2$d times',
			count,
			'headless-deploy'
		);
		return sprintf( timesOf, used, count );
	}
	/* translators: %d: number of uses. */
	const times = _n( '%d time', '%d times', used, 'headless-deploy' );
	return used === 0
		? __( 'Never', 'headless-deploy' )
		: sprintf( times, used );
}
