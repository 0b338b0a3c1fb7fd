import { useState } from '@wordpress/element';
import type { FaultRule } from '../../shared/platform-api.generated.ts';
import { useHostChange, useHostQuery } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Box } from '../components/box.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useNotice } from '../components/notice-line.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Status } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { __ } from '../i18n.ts';
import { EMPTY_DRAFT, presets } from './fault-draft.ts';
import type { FaultDraft } from './fault-draft.ts';
import { FaultForm } from './fault-form.tsx';
import { effectLabel, matchLabel, usedLabel } from './fault-labels.ts';

/** What a button of a rule does. */
type RuleChange = 'on' | 'off' | 'delete';

function doneLabel( change: RuleChange ): string {
	return {
		on: __( 'Rule turned on. Its counter starts at 0.', 'headless-deploy' ),
		off: __( 'Rule turned off.', 'headless-deploy' ),
		delete: __( 'Rule deleted.', 'headless-deploy' ),
	}[ change ];
}

function RuleButton( { rule, to }: { rule: FaultRule; to: RuleChange } ) {
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) => {
		const params = { path: { fault: rule.id } };
		return to === 'delete'
			? client.DELETE( '/_local/faults/{fault}', { params } )
			: client.PATCH( '/_local/faults/{fault}', {
					params,
					body: { isOn: to === 'on' },
				} );
	} );
	const label = {
		on: __( 'Turn on', 'headless-deploy' ),
		off: __( 'Turn off', 'headless-deploy' ),
		delete: __( 'Delete', 'headless-deploy' ),
	}[ to ];
	return (
		<>
			<ActionButton
				variant="link"
				label={ `${ label } ${ rule.name }` }
				busy={ isPending }
				onClick={ () =>
					mutate( undefined, {
						onSuccess: () => showNotice( doneLabel( to ) ),
					} )
				}
			>
				{ label }
			</ActionButton>
			<ErrorNotice error={ error } />
		</>
	);
}

function RuleStatus( { isOn }: { isOn: boolean } ) {
	return (
		<Status
			status={
				isOn
					? {
							word: __( 'On', 'headless-deploy' ),
							icon: 'warning',
							tone: 'warning',
						}
					: {
							word: __( 'Off', 'headless-deploy' ),
							icon: 'nothing',
							tone: 'quiet',
						}
			}
		/>
	);
}

interface RulesProps {
	rules: readonly FaultRule[];
	mayChange: boolean;
}

function Rules( { rules, mayChange }: RulesProps ) {
	if ( rules.length === 0 ) {
		return (
			<p className="hd-box hd-box--padded hd-section hd-muted">
				{ __(
					'No rules. The platform responds normally.',
					'headless-deploy'
				) }
			</p>
		);
	}
	const actions = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: ( rule: FaultRule ) =>
			rule.isOn ? (
				<RuleButton rule={ rule } to="off" />
			) : (
				<>
					<RuleButton rule={ rule } to="on" />
					<RuleButton rule={ rule } to="delete" />
				</>
			),
	};
	return (
		<Box isFlush>
			<Table
				caption={ __( 'Fault rules', 'headless-deploy' ) }
				rows={ rules }
				keyOf={ ( { id } ) => id }
				columns={ [
					{
						title: __( 'Rule', 'headless-deploy' ),
						render: ( rule ) => (
							<div>
								{ rule.name }
								<p className="hd-hint">
									{ matchLabel( rule ) }
								</p>
							</div>
						),
					},
					{
						title: __( 'What happens', 'headless-deploy' ),
						render: effectLabel,
					},
					{
						title: __( 'Used', 'headless-deploy' ),
						render: usedLabel,
					},
					{
						title: __( 'Status', 'headless-deploy' ),
						render: ( { isOn } ) => <RuleStatus isOn={ isOn } />,
					},
					...( mayChange ? [ actions ] : [] ),
				] }
			/>
		</Box>
	);
}

function Presets( { onChoose }: { onChoose: ( draft: FaultDraft ) => void } ) {
	return (
		<section className="hd-section">
			<div className="hd-section__head">
				<h2>
					{ __( 'Start from a common fault', 'headless-deploy' ) }
				</h2>
			</div>
			<ul className="hd-buttons hd-presets">
				{ presets().map( ( { label, draft } ) => (
					<li key={ label }>
						<ActionButton
							compact
							onClick={ () => onChoose( draft ) }
						>
							{ label }
						</ActionButton>
					</li>
				) ) }
			</ul>
		</section>
	);
}

function TurnAllOff() {
	const showNotice = useNotice();
	const { mutate, isPending, error } = useHostChange( ( client ) =>
		client.PATCH( '/_local/faults', { body: { isOn: false } } )
	);
	const done = __(
		'All rules turned off. The platform responds normally.',
		'headless-deploy'
	);
	return (
		<>
			<ErrorNotice error={ error } />
			<ActionButton
				busy={ isPending }
				onClick={ () =>
					mutate( undefined, { onSuccess: () => showNotice( done ) } )
				}
			>
				{ __( 'Turn all off', 'headless-deploy' ) }
			</ActionButton>
		</>
	);
}

/** The rules that make the platform respond wrongly on purpose. */
export function Faults() {
	const mayChange = useMayWritePlatform();
	// The form starts from its draft each time it is opened.
	const [ open, setOpen ] = useState< {
		draft: FaultDraft;
		number: number;
	} | null >( null );
	const query = useHostQuery( {
		operation: 'listFaults',
		topics: [ 'faults' ],
		key: {},
		read: ( client, signal ) => client.GET( '/_local/faults', { signal } ),
	} );
	const openForm = ( draft: FaultDraft ) =>
		setOpen( { draft, number: ( open?.number ?? 0 ) + 1 } );
	const hasRuleOn = query.data?.rules.some( ( { isOn } ) => isOn ) ?? false;
	return (
		<Page
			title={ __( 'Faults', 'headless-deploy' ) }
			buttons={
				mayChange && (
					<>
						{ hasRuleOn && <TurnAllOff /> }
						<ActionButton
							variant="primary"
							onClick={ () => openForm( EMPTY_DRAFT ) }
						>
							{ __( 'Add a rule', 'headless-deploy' ) }
						</ActionButton>
					</>
				)
			}
		>
			<p className="hd-lead">
				{ __(
					'Rules make the API respond wrongly on purpose, to test a client. The first matching rule applies.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ query }>
				{ ( { rules } ) => (
					<Rules rules={ rules } mayChange={ mayChange } />
				) }
			</Loaded>
			{ mayChange ? <Presets onChoose={ openForm } /> : <ReadOnly /> }
			{ open && (
				<FaultForm
					key={ open.number }
					start={ open.draft }
					onClose={ () => setOpen( null ) }
				/>
			) }
		</Page>
	);
}
