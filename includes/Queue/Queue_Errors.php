<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Error messages of starting, canceling and reading runs.
 */
final class Queue_Errors {
	public const STATUSES = array(
		'headless_deploy_action_not_offered' => 422,
		'headless_deploy_copy'               => 409,
		'headless_deploy_disabled'           => 409,
		'headless_deploy_already_sending'    => 409,
		'headless_deploy_nothing_canceled'   => 409,
		'headless_deploy_no_curl'            => 409,
		'headless_deploy_nothing_pending'    => 409,
		'headless_deploy_not_failed'         => 409,
		'headless_deploy_queue_unwritable'   => 503,
		'headless_deploy_undo_while_sending' => 409,
		'headless_deploy_unknown_run'        => 404,
	);

	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		$label = $data['label'] ?? '';
		return match ( $code ) {
			/* translators: 1: label of an environment. 2: name of an action, for example Purge Cache. */
			'headless_deploy_action_not_offered'  => sprintf( __( '“%1$s” does not offer %2$s. Choose another action.', 'headless-deploy' ), $label, $data['action'] ?? '' ),
			'headless_deploy_copy'                => __( 'The address of this site changed after it was connected, so this site does not deploy changes.', 'headless-deploy' ),
			'headless_deploy_disabled'            => __( 'HEADLESS_DEPLOY_DISABLED is set in wp-config.php, so this site does not deploy changes.', 'headless-deploy' ),
			'headless_deploy_environment_removed' => __( 'The environment was removed before this run was sent, so it was canceled.', 'headless-deploy' ),
			'headless_deploy_already_sending'     => __( 'This run is already being sent and cannot be canceled.', 'headless-deploy' ),
			'headless_deploy_nothing_canceled'    => __( 'There are no canceled changes to restore. A later run included them, or another user restored them.', 'headless-deploy' ),
			'headless_deploy_undo_while_sending'  => __( 'A run is being sent. Try Undo again in a few seconds.', 'headless-deploy' ),
			'headless_deploy_nothing_pending'     => __( 'There are no pending changes, because they were sent or canceled.', 'headless-deploy' ),
			/* translators: %s: number of a run. */
			'headless_deploy_not_failed'       => sprintf( __( 'Run %s did not fail, so it cannot be retried. Start a new run instead.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_queue_unwritable' => __( 'The run was not started because the database rejected the changes to its tables. Try again; if the error persists, ask an administrator.', 'headless-deploy' ),
			/* translators: %s: number of a run. */
			'headless_deploy_unknown_run' => sprintf( __( 'Run %s does not exist. Runs are kept for up to 90 days.', 'headless-deploy' ), $data['id'] ?? '' ),
			default                       => null,
		};
	}
}
