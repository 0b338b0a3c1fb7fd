import { __, sprintf } from '../../ui/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Fact } from '../../ui/fact.tsx';
import type { WebhookTarget } from '../../shared/wire.ts';
import { targetText } from './webhook-target.ts';

interface Props {
	/** Name of the environment. */
	label: string;
	current: WebhookTarget;
	pasted: WebhookTarget;
	onConfirm: () => void;
	onCancel: () => void;
}

function Target( { target }: { target: WebhookTarget } ) {
	return (
		<>
			<bdi>{ targetText( target ) }</bdi>
			{ target.environment !== '' && (
				<>
					<br />
					<code dir="ltr">{ target.environment }</code>
				</>
			) }
			{ target.account !== '' && (
				<>
					<br />
					<bdi>{ target.host }</bdi>
				</>
			) }
		</>
	);
}

/** Asks before a pasted URL connects an environment to another target. */
export function OtherTargetModal( props: Props ) {
	const { label, current, pasted, onConfirm, onCancel } = props;
	return (
		<ConfirmModal
			title={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'Connect %s to another environment?', 'headless-deploy' ),
				label
			) }
			verb={ __( 'Connect to the other environment', 'headless-deploy' ) }
			onConfirm={ onConfirm }
			onCancel={ onCancel }
		>
			<p>
				{ __(
					'The pasted URL belongs to another environment. If you continue, changes are deployed to that environment.',
					'headless-deploy'
				) }
			</p>
			<dl className="headless-deploy-facts">
				<Fact term={ __( 'Connected to', 'headless-deploy' ) }>
					<Target target={ current } />
				</Fact>
				<Fact term={ __( 'Pasted URL', 'headless-deploy' ) }>
					<Target target={ pasted } />
				</Fact>
			</dl>
		</ConfirmModal>
	);
}
