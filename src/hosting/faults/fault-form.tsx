import { SelectControl } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { ACTIONS } from '../../shared/actions.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Field } from '../components/field.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { __, _n, sprintf } from '../i18n.ts';
import { numberLabel } from '../labels/size.ts';
import { numberFields, toFault } from './fault-draft.ts';
import type { FaultDraft } from './fault-draft.ts';
import { kindLabel, shareLabel } from './fault-labels.ts';
import type { FaultKind } from './fault-labels.ts';

const KINDS: readonly FaultKind[] = [
	'status',
	'none',
	'drop',
	'reset',
	'truncate',
	'drip',
	'endless',
];
const METHODS = [ 'GET', 'POST', 'PUT', 'PATCH', 'DELETE' ];
const SHARES = [ 1, 0.5, 0.25, 0.1, 0.01 ];

interface NumberFacts {
	label: string;
	hint?: string;
	/** The name of the field in the request. */
	name: string;
	min: number;
	max: number;
	step?: 'any';
	required?: boolean;
}

type NumberName =
	| 'status'
	| 'retryAfterSeconds'
	| 'dripMs'
	| 'afterBytes'
	| 'latencySeconds'
	| 'count'
	| 'seed';

function numberFacts(): Record< NumberName, NumberFacts > {
	return {
		status: {
			label: __( 'Status', 'headless-deploy' ),
			name: 'status',
			min: 200,
			max: 599,
			required: true,
		},
		retryAfterSeconds: {
			label: __(
				'Retry-After, in seconds (optional)',
				'headless-deploy'
			),
			name: 'retryAfterSeconds',
			min: 0,
			max: 86_400,
		},
		dripMs: {
			label: __(
				'Pause between two bytes, in milliseconds',
				'headless-deploy'
			),
			name: 'dripMs',
			min: 1,
			max: 60_000,
			required: true,
		},
		afterBytes: {
			label: __(
				'After bytes of the request’s body (optional)',
				'headless-deploy'
			),
			name: 'afterBytes',
			min: 0,
			max: 2 ** 30,
		},
		latencySeconds: {
			label: __( 'Wait first, in seconds (optional)', 'headless-deploy' ),
			name: 'latencyMs',
			min: 0,
			max: 600,
			step: 'any',
		},
		count: {
			label: __( 'Maximum number of uses (optional)', 'headless-deploy' ),
			hint: __( 'Then the rule turns off.', 'headless-deploy' ),
			name: 'count',
			min: 1,
			max: 1_000_000,
		},
		seed: {
			label: __( 'Seed (optional)', 'headless-deploy' ),
			hint: __(
				'The same seed affects the same requests.',
				'headless-deploy'
			),
			name: 'seed',
			min: 0,
			max: 2 ** 31 - 1,
		},
	};
}

function usePathHint( { path, method, action }: FaultDraft ): string {
	const query = useHostQuery( {
		operation: 'countMatchingRequests',
		topics: [ 'requests' ],
		key: { path, method, action },
		enabled: path !== '',
		read: ( client, signal ) =>
			client.GET( '/_local/requests/matches', {
				params: { query: { path, method, action } },
				signal,
			} ),
	} );
	const { matching = 0, all = 0 } = query.data ?? {};
	/* translators: 1: number of matching requests, 2: number of requests. */
	const counted = _n(
		'%1$s of the last %2$s request matches.',
		'%1$s of the last %2$s requests match.',
		all,
		'headless-deploy'
	);
	return [
		__( '* matches any characters.', 'headless-deploy' ),
		...( all === 0
			? []
			: [
					sprintf(
						counted,
						numberLabel( matching ),
						numberLabel( all )
					),
				] ),
	].join( ' ' );
}

interface Props {
	start: FaultDraft;
	onClose: () => void;
}

/** Adds a fault rule. It asks only for what its kind uses. */
export function FaultForm( { start, onClose }: Props ) {
	const [ draft, setDraft ] = useState( start );
	const form = useRef< HTMLFormElement >( null );
	useEffect( () => form.current?.querySelector( 'input' )?.focus(), [] );
	const showNotice = useNotice();
	const pathHint = usePathHint( draft );
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.POST( '/_local/faults', { body: toFault( draft ) } )
	);
	const change =
		< Name extends keyof FaultDraft >( name: Name ) =>
		( value: FaultDraft[ Name ] ) =>
			setDraft( { ...draft, [ name ]: value } );
	const facts = numberFacts();
	const numberField = ( name: NumberName ) => (
		<Field
			key={ name }
			type="number"
			{ ...facts[ name ] }
			value={ draft[ name ] }
			onChange={ change( name ) }
			error={ error }
			autoComplete="off"
		/>
	);
	const ownFields = numberFields( draft.kind );
	const shownFields = [
		'path',
		'name',
		...[ ...ownFields, 'latencySeconds', 'count', 'seed' ].map(
			( name ) => facts[ name as NumberName ].name
		),
	];
	const add = () =>
		mutate( undefined, {
			onSuccess: () => {
				onClose();
				showNotice( __( 'Rule added. It is on.', 'headless-deploy' ) );
			},
		} );
	const select = {
		__nextHasNoMarginBottom: true,
		__next40pxDefaultSize: true,
	};
	return (
		<form
			ref={ form }
			className="hd-box hd-box--padded hd-form"
			onSubmit={ ( event ) => {
				event.preventDefault();
				add();
			} }
		>
			<h2>{ __( 'New rule', 'headless-deploy' ) }</h2>
			<ErrorNotice error={ error } fields={ shownFields } />
			<div className="hd-grid">
				<Field
					name="path"
					label={ __( 'Path', 'headless-deploy' ) }
					hint={ pathHint }
					value={ draft.path }
					onChange={ change( 'path' ) }
					error={ error }
					required
					autoComplete="off"
				/>
				<SelectControl
					{ ...select }
					label={ __( 'Method', 'headless-deploy' ) }
					value={ draft.method }
					options={ [
						{
							label: __( 'Any method', 'headless-deploy' ),
							value: '',
						},
						...METHODS.map( ( value ) => ( {
							label: value,
							value,
						} ) ),
					] }
					onChange={ change( 'method' ) }
				/>
				<SelectControl
					{ ...select }
					label={ __( 'Webhook action', 'headless-deploy' ) }
					value={ draft.action }
					options={ [
						{
							label: __( 'Any request', 'headless-deploy' ),
							value: '',
						} as const,
						...ACTIONS.map( ( value ) => ( {
							label: `webhook:${ value }`,
							value,
						} ) ),
					] }
					onChange={ change( 'action' ) }
				/>
				<SelectControl
					{ ...select }
					label={ __( 'How often', 'headless-deploy' ) }
					value={ draft.probability }
					options={ SHARES.map( ( share ) => ( {
						label: shareLabel( share ),
						value: String( share ),
					} ) ) }
					onChange={ change( 'probability' ) }
				/>
				<SelectControl
					{ ...select }
					label={ __( 'What happens', 'headless-deploy' ) }
					value={ draft.kind }
					options={ KINDS.map( ( kind ) => ( {
						label: kindLabel( kind ),
						value: kind,
					} ) ) }
					onChange={ change( 'kind' ) }
				/>
				{ ownFields.map( numberField ) }
				{ numberField( 'latencySeconds' ) }
				{ numberField( 'count' ) }
				{ draft.probability !== '1' && numberField( 'seed' ) }
				<Field
					name="name"
					label={ __( 'Name (optional)', 'headless-deploy' ) }
					value={ draft.name }
					onChange={ change( 'name' ) }
					error={ error }
					autoComplete="off"
				/>
			</div>
			<div className="hd-form__end">
				<ActionButton
					variant="primary"
					type="submit"
					busy={ isPending }
				>
					{ __( 'Turn on', 'headless-deploy' ) }
				</ActionButton>
				<ActionButton variant="tertiary" onClick={ onClose }>
					{ __( 'Cancel', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</form>
	);
}
