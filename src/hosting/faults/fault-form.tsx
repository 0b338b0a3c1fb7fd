import { HostForm } from '../client/changes.tsx';
import { WEBHOOK_ACTIONS } from '../../shared/actions.ts';
import { FAULT_BOUNDS, KINDS_WITH } from '../../shared/fault-numbers.ts';
import type { FaultNumber } from '../../shared/fault-numbers.ts';
import type { FaultRule } from '../../shared/platform-api.generated.ts';
import { useHostGet } from '../client/queries.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { Fields } from '../../ui/use-form.ts';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { kindOptions, shareLabel } from './fault-labels.ts';
import type { FaultKind } from './fault-labels.ts';

const METHODS = [ 'GET', 'POST', 'PUT', 'PATCH', 'DELETE' ];
const SHARES = [ 1, 0.5, 0.25, 0.1, 0.01 ];

/** A rule as it stands in the form. Empty numbers have the default of the platform. */
const EMPTY_DRAFT = {
	kind: 'status' as FaultKind,
	name: '',
	path: '*',
	method: '',
	action: '' as FaultRule[ 'action' ],
	probability: '1',
	status: '503',
	retryAfterSeconds: '',
	latencyMs: '',
	dripMs: '100',
	afterBytes: '',
	count: '',
	seed: '',
};

type FaultDraft = typeof EMPTY_DRAFT;

function hasNumber( kind: FaultKind, number: string ): boolean {
	return KINDS_WITH[ number as FaultNumber ]?.includes( kind ) ?? true;
}

/** The request that adds the rule; without the numbers that its kind does not have. */
function toFault( draft: FaultDraft ) {
	const { kind, name, path, method, action, ...numbers } = draft;
	const given = Object.entries( numbers )
		.filter( ( [ number, typed ] ) => typed && hasNumber( kind, number ) )
		.map( ( [ number, typed ] ) => [ number, Number( typed ) ] );
	return {
		kind,
		name: name.trim(),
		path: path.trim(),
		method,
		action,
		...Object.fromEntries( given ),
	};
}

type FormProps = Fields< FaultDraft >;

function PathField( { values: { path, method, action }, field }: FormProps ) {
	const { data } = useHostGet( '/_local/requests/matches', [ 'requests' ], {
		query: { path, method, action },
		enabled: path !== '',
	} );
	const { matching = 0, all = 0 } = data ?? {};
	/* translators: 1: number of matching requests, 2: number of requests. */
	const counted = _n(
		'%1$s of the last %2$s request matches.',
		'%1$s of the last %2$s requests match.',
		all,
		'headless-deploy'
	);
	const anyCharacters = __( '* matches any characters.', 'headless-deploy' );
	return (
		<TextField
			{ ...field( 'path' ) }
			label={ __( 'Path', 'headless-deploy' ) }
			hint={
				all === 0
					? anyCharacters
					: `${ anyCharacters } ${ sprintf( counted, numberLabel( matching ), numberLabel( all ) ) }`
			}
			required
		/>
	);
}

/** Which requests the rule affects, and what it does. */
function ChoiceFields( { field }: FormProps ) {
	return (
		<>
			<SelectField
				{ ...field( 'method' ) }
				label={ __( 'Method', 'headless-deploy' ) }
				options={ [
					{ value: '', label: __( 'Any method', 'headless-deploy' ) },
					...METHODS,
				] }
			/>
			<SelectField
				{ ...field( 'action' ) }
				label={ __( 'Webhook action', 'headless-deploy' ) }
				options={ [
					{
						value: '',
						label: __( 'Any request', 'headless-deploy' ),
					},
					...WEBHOOK_ACTIONS.map( ( value ) => ( {
						value,
						label: `webhook:${ value }`,
					} ) ),
				] }
			/>
			<SelectField
				{ ...field( 'probability' ) }
				label={ __( 'How often', 'headless-deploy' ) }
				options={ SHARES.map( ( share ) => ( {
					value: String( share ),
					label: shareLabel( share ),
				} ) ) }
			/>
			<SelectField
				{ ...field( 'kind' ) }
				label={ __( 'What happens', 'headless-deploy' ) }
				options={ kindOptions() }
			/>
		</>
	);
}

/** The labels of the numbers, in the order of the form. */
function numberLabels(): Record< FaultNumber, string > {
	return {
		status: __( 'Status', 'headless-deploy' ),
		retryAfterSeconds: __(
			'Retry-After, in seconds (optional)',
			'headless-deploy'
		),
		dripMs: __(
			'Pause between two bytes, in milliseconds',
			'headless-deploy'
		),
		afterBytes: __(
			'After bytes of the request’s body (optional)',
			'headless-deploy'
		),
		latencyMs: __(
			'Wait first, in milliseconds (optional)',
			'headless-deploy'
		),
		count: __( 'Maximum number of uses (optional)', 'headless-deploy' ),
		seed: __( 'Seed (optional)', 'headless-deploy' ),
	};
}

/** The numbers of the chosen kind of rule. */
function NumberFields( { values: { kind, probability }, field }: FormProps ) {
	const labels = numberLabels();
	const hints: Partial< Record< FaultNumber, string > > = {
		count: __( 'Then the rule turns off.', 'headless-deploy' ),
		seed: __(
			'The same seed affects the same requests.',
			'headless-deploy'
		),
	};
	const names = ( Object.keys( labels ) as FaultNumber[] ).filter(
		( name ) =>
			hasNumber( kind, name ) &&
			( name !== 'seed' || probability !== '1' )
	);
	return names.map( ( name ) => {
		const [ min, max ] = FAULT_BOUNDS[ name ];
		return (
			<TextField
				key={ name }
				{ ...field( name ) }
				label={ labels[ name ] }
				hint={ hints[ name ] }
				type="number"
				min={ min }
				max={ max }
				required={ EMPTY_DRAFT[ name ] !== '' }
			/>
		);
	} );
}

/** Common faults of webhooks. */
function presets(): FaultDraft[] {
	const given: Partial< FaultDraft >[] = [
		{
			name: __( 'Too many requests', 'headless-deploy' ),
			status: '429',
			retryAfterSeconds: '30',
		},
		{ name: __( 'Server error', 'headless-deploy' ), status: '500' },
		{ name: __( 'Unavailable', 'headless-deploy' ) },
		{ name: __( 'Token rejected', 'headless-deploy' ), status: '403' },
		{
			name: __( 'Slow response', 'headless-deploy' ),
			kind: 'none',
			latencyMs: '5000',
		},
		{ name: __( 'Connection closed', 'headless-deploy' ), kind: 'drop' },
		{ name: __( 'Connection reset', 'headless-deploy' ), kind: 'reset' },
		{ name: __( 'Half a response', 'headless-deploy' ), kind: 'truncate' },
		{ name: __( 'Byte by byte', 'headless-deploy' ), kind: 'drip' },
		{ name: __( 'Endless response', 'headless-deploy' ), kind: 'endless' },
	];
	return given.map( ( values ) => ( {
		...EMPTY_DRAFT,
		path: '/wh/v1/*',
		method: 'POST',
		...values,
	} ) );
}

function Presets( { set }: FormProps ) {
	return (
		<>
			<h3>{ __( 'Start from a common fault', 'headless-deploy' ) }</h3>
			<ul className="headless-deploy-buttons">
				{ presets().map( ( draft ) => (
					<li key={ draft.name }>
						<ActionButton compact onClick={ () => set( draft ) }>
							{ draft.kind === 'status'
								? `${ draft.name } (${ draft.status })`
								: draft.name }
						</ActionButton>
					</li>
				) ) }
			</ul>
		</>
	);
}

/** Adds a fault rule. It asks only for what its kind uses. */
export function FaultForm() {
	return (
		<HostForm
			title={ __( 'Add a rule', 'headless-deploy' ) }
			values={ EMPTY_DRAFT }
			change={ ( client, draft ) =>
				client.POST( '/_local/faults', { body: toFault( draft ) } )
			}
			verb={ __( 'Turn on', 'headless-deploy' ) }
			done={ __( 'Rule added. It is on.', 'headless-deploy' ) }
		>
			{ ( form ) => (
				<>
					<Presets { ...form } />
					<div className="hd-grid">
						<PathField { ...form } />
						<ChoiceFields { ...form } />
						<NumberFields { ...form } />
						<TextField
							{ ...form.field( 'name' ) }
							label={ __( 'Name (optional)', 'headless-deploy' ) }
						/>
					</div>
				</>
			) }
		</HostForm>
	);
}
