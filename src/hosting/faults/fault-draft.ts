/** A fault rule as it stands in the form, and common ones to start from. */
import type { operations } from '../../shared/platform-api.generated.ts';
import { __ } from '../i18n.ts';
import type { FaultKind } from './fault-labels.ts';

type NewFault =
	operations[ 'addFault' ][ 'requestBody' ][ 'content' ][ 'application/json' ];

export interface FaultDraft {
	kind: FaultKind;
	name: string;
	path: string;
	method: string;
	action: NonNullable< NewFault[ 'action' ] >;
	probability: string;
	/** Empty numbers have the default of the platform. */
	status: string;
	retryAfterSeconds: string;
	latencySeconds: string;
	dripMs: string;
	afterBytes: string;
	count: string;
	seed: string;
}

export const EMPTY_DRAFT: FaultDraft = {
	kind: 'status',
	name: '',
	path: '*',
	method: '',
	action: '',
	probability: '1',
	status: '503',
	retryAfterSeconds: '',
	latencySeconds: '',
	dripMs: '100',
	afterBytes: '',
	count: '',
	seed: '',
};

/** A common fault of webhooks. */
export interface Preset {
	label: string;
	draft: FaultDraft;
}

function preset(
	name: string,
	kind: FaultKind,
	values: Partial< FaultDraft > = {}
): Preset {
	const draft = {
		...EMPTY_DRAFT,
		path: '/wh/v1/*',
		method: 'POST',
		name,
		kind,
		...values,
	};
	return {
		label: kind === 'status' ? `${ name } (${ draft.status })` : name,
		draft,
	};
}

export function presets(): Preset[] {
	return [
		preset( __( 'Too many requests', 'headless-deploy' ), 'status', {
			status: '429',
			retryAfterSeconds: '30',
		} ),
		preset( __( 'Server error', 'headless-deploy' ), 'status', {
			status: '500',
		} ),
		preset( __( 'Unavailable', 'headless-deploy' ), 'status' ),
		preset( __( 'Token rejected', 'headless-deploy' ), 'status', {
			status: '403',
		} ),
		preset( __( 'Slow response', 'headless-deploy' ), 'none', {
			latencySeconds: '5',
		} ),
		preset( __( 'Connection closed', 'headless-deploy' ), 'drop' ),
		preset( __( 'Connection reset', 'headless-deploy' ), 'reset' ),
		preset( __( 'Half a response', 'headless-deploy' ), 'truncate' ),
		preset( __( 'Byte by byte', 'headless-deploy' ), 'drip' ),
		preset( __( 'Endless response', 'headless-deploy' ), 'endless' ),
	];
}

export type NumberField = Extract<
	keyof FaultDraft,
	'status' | 'retryAfterSeconds' | 'dripMs' | 'afterBytes'
>;

/** The numbers that only some kinds have. */
export function numberFields( kind: FaultKind ): NumberField[] {
	switch ( kind ) {
		case 'status':
			return [ 'status', 'retryAfterSeconds' ];
		case 'drip':
			return [ 'dripMs' ];
		case 'drop':
		case 'reset':
			return [ 'afterBytes' ];
		default:
			return [];
	}
}

/** The request that adds the rule; without the numbers that its kind does not have. */
export function toFault( draft: FaultDraft ): NewFault {
	const { kind, name, path, method, action } = draft;
	const numbers = {
		probability: draft.probability,
		count: draft.count,
		seed: draft.seed,
		...Object.fromEntries(
			numberFields( kind ).map( ( field ) => [ field, draft[ field ] ] )
		),
	};
	const given = Object.entries( numbers )
		.filter( ( [ , typed ] ) => typed !== '' )
		.map( ( [ field, typed ] ) => [ field, Number( typed ) ] );
	return {
		kind,
		name: name.trim(),
		path: path.trim(),
		method,
		action,
		latencyMs: Math.round( Number( draft.latencySeconds ) * 1000 ),
		...Object.fromEntries( given ),
	};
}
