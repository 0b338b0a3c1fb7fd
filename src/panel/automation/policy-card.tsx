import { RadioControl } from '@wordpress/components';
import type { CSSProperties } from 'react';
import type { Action } from '../../shared/actions.ts';
import {
	type EnvironmentSettings,
	type PolicyAction,
	type Source,
	SOURCES,
} from '../../shared/wire.ts';
import { __, sprintf } from '../i18n.ts';
import type { FieldLabels } from '../settings/conflict.ts';
import { ActionButton } from '../components/action-button.tsx';
import { actionLabel } from '../labels/action.ts';
import { LockedHint } from '../settings/fields.tsx';
import {
	defaultAction,
	defaultPolicyAction,
	effectivePolicy,
	lockedSources,
	offeredActions,
	type Policy,
	policyActionLabel,
} from './policy.ts';
import { SectionForm } from './section-form.tsx';
import { type SourceLabels, sourceLabels } from './source-labels.ts';
import { type Draft, useDraft } from '../settings/use-draft.ts';
import {
	type EnvironmentSectionProps,
	useEnvironmentSection,
} from './section.ts';

/** With more choices, their columns need a wider card. */
const MAX_NARROW_CHOICES = 4;

interface RowProps {
	source: Source;
	labels: SourceLabels;
	value: PolicyAction;
	onChange: ( value: PolicyAction ) => void;
	offered: readonly Action[];
	/** The stored action that the host does not offer, null where it does. */
	missing: Action | null;
	/** The constant that sets it, null where it is set here. */
	lockedBy: string | null;
}

function changedText( source: Source, offered: readonly Action[] ): string {
	return sprintf(
		/* translators: %s: an action, for example “Rebuild”. */
		__( 'Changed from %s', 'headless-deploy' ),
		policyActionLabel( defaultPolicyAction( source, offered ) )
	);
}

function missingText( missing: Action, value: PolicyAction ): string {
	const text =
		missing === 'refresh'
			? /* translators: 1 and 2: actions, for example “Refresh” and “Rebuild”. */
				__(
					'%1$s is not set up under Connections. %2$s is used instead.',
					'headless-deploy'
				)
			: /* translators: 1 and 2: actions, for example “Purge Cache” and “Rebuild”. */
				__(
					'The host does not offer %1$s. %2$s is used instead.',
					'headless-deploy'
				);
	return sprintf( text, actionLabel( missing ), policyActionLabel( value ) );
}

function SourceText( {
	source,
	labels,
	value,
	offered,
	missing,
	lockedBy,
}: RowProps ) {
	return (
		<div className="headless-deploy-policy__text">
			<span className="headless-deploy-policy__name">
				{ labels.name }
			</span>
			{ value !== defaultPolicyAction( source, offered ) && (
				<>
					{ ' ' }
					<em className="headless-deploy-secondary headless-deploy-nowrap">
						{ changedText( source, offered ) }
					</em>
				</>
			) }
			<p className="headless-deploy-secondary">{ labels.description }</p>
			{ missing !== null && (
				<p className="headless-deploy-secondary">
					{ missingText( missing, value ) }
				</p>
			) }
			{ lockedBy !== null && <LockedHint by={ lockedBy } /> }
		</div>
	);
}

function Row( props: RowProps ) {
	const { labels, value, onChange, offered, lockedBy } = props;
	const choices: PolicyAction[] = [ 'none', ...offered ];
	return (
		<div className="headless-deploy-policy__row">
			<SourceText { ...props } />
			<RadioControl
				className="headless-deploy-policy__choices"
				label={ labels.name }
				hideLabelFromVision
				selected={ value }
				options={ choices.map( ( choice ) => ( {
					value: choice,
					label: policyActionLabel( choice ),
				} ) ) }
				onChange={ ( chosen ) => onChange( chosen as PolicyAction ) }
				disabled={ lockedBy !== null }
			/>
		</div>
	);
}

function policyLabels(): FieldLabels< Policy > {
	const sources = sourceLabels();
	return Object.fromEntries(
		SOURCES.map( ( source ) => [
			source,
			{ name: sources[ source ].name, format: policyActionLabel },
		] )
	) as FieldLabels< Policy >;
}

function headerText( environment: EnvironmentSettings ): string {
	return sprintf(
		/* translators: 1: name of an environment, 2: an action, for example “Rebuild”. */
		__( 'For %1$s. Default action: %2$s.', 'headless-deploy' ),
		environment.label,
		actionLabel( defaultAction( offeredActions( environment ) ) )
	);
}

/** Hidden from screen readers, because each choice has a label. */
function TableHeader( { offered }: { offered: readonly Action[] } ) {
	const choices = [ 'none', ...offered ] as const;
	return (
		<div className="headless-deploy-policy__header" aria-hidden="true">
			<span>{ __( 'Change in WordPress', 'headless-deploy' ) }</span>
			<div>
				{ choices.map( ( choice ) => (
					<span key={ choice }>{ policyActionLabel( choice ) }</span>
				) ) }
			</div>
		</div>
	);
}

interface TableProps {
	environment: EnvironmentSettings;
	draft: Draft< Policy >;
	locked: readonly Source[];
}

function Table( { environment, draft, locked }: TableProps ) {
	const labels = sourceLabels();
	const offered = offeredActions( environment );
	const choices = offered.length + 1;
	const columns = { '--headless-deploy-choices': choices };
	const missing = ( source: Source ) =>
		draft.changed[ source ] === undefined
			? environment.fallbacks.find( ( one ) => one.source === source )
			: undefined;
	return (
		<div
			className={ `headless-deploy-policy${ choices > MAX_NARROW_CHOICES ? ' is-wide' : '' }` }
			style={ columns as CSSProperties }
		>
			<TableHeader offered={ offered } />
			{ SOURCES.map( ( source ) => (
				<Row
					key={ source }
					source={ source }
					labels={ labels[ source ] }
					value={ draft.values[ source ] }
					onChange={ ( action ) => draft.set( source, action ) }
					offered={ offered }
					missing={ missing( source )?.wanted ?? null }
					lockedBy={
						locked.includes( source ) ? environment.lockedBy : null
					}
				/>
			) ) }
		</div>
	);
}

/** Which action a change of each source requests for an environment. */
export function PolicyCard( props: EnvironmentSectionProps ) {
	const { environment } = props;
	const draft = useDraft< Policy >( effectivePolicy( environment ) );
	const section = useEnvironmentSection( props, draft, {
		of: effectivePolicy,
		labels: policyLabels(),
		inputOf: ( policy ) => ( { automation: { policy } } ),
	} );
	const locked = lockedSources( environment );
	const offered = offeredActions( environment );
	const defaultOf = ( source: Source ) =>
		defaultPolicyAction( source, offered );
	const changeable = SOURCES.filter(
		( source ) =>
			! locked.includes( source ) &&
			draft.values[ source ] !== defaultOf( source )
	);
	return (
		<SectionForm
			{ ...section }
			title={ __( 'Action for each change', 'headless-deploy' ) }
			description={ headerText( environment ) }
			headerEnd={
				<ActionButton
					variant="tertiary"
					disabled={ changeable.length === 0 }
					onClick={ () =>
						changeable.forEach( ( source ) =>
							draft.set( source, defaultOf( source ) )
						)
					}
				>
					{ __( 'Reset to defaults', 'headless-deploy' ) }
				</ActionButton>
			}
		>
			<Table
				environment={ environment }
				draft={ draft }
				locked={ locked }
			/>
		</SectionForm>
	);
}
