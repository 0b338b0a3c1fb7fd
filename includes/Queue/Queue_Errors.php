<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Queue;

/**
 * Words the refusals of the routes that press, cancel and look up. Errors asks it; nobody else does.
 */
final class Queue_Errors {
	/**
	 * Code => HTTP status.
	 */
	public const STATUSES = array(
		'headless_deploy_action_not_offered' => 422,
		'headless_deploy_copy'               => 409,
		'headless_deploy_disabled'           => 409,
		'headless_deploy_in_flight'          => 409,
		'headless_deploy_nothing_canceled'   => 409,
		'headless_deploy_no_curl'            => 409,
		'headless_deploy_nothing_pending'    => 409,
		'headless_deploy_not_failed'         => 409,
		'headless_deploy_queue_unwritable'   => 503,
		'headless_deploy_undo_in_flight'     => 409,
		'headless_deploy_unknown_run'        => 404,
	);

	/**
	 * Returns the words of a code, or null when it is not one of these.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		$label = $data['label'] ?? '';
		return match ( $code ) {
			/* translators: 1: label of an environment. 2: name of an action, for example Purge Cache. */
			'headless_deploy_action_not_offered' => sprintf( __( 'The host of “%1$s” has no “%2$s”. Choose another action.', 'headless-deploy' ), $label, $data['action'] ?? '' ),
			/* translators: %s: label of an environment. */
			'headless_deploy_copy' => sprintf( __( 'Nothing is sent to “%s”, because this site has another address than when it was connected. If the site has moved, an administrator can choose “This site moved” under Connections.', 'headless-deploy' ), $label ),
			/* translators: %s: label of an environment. */
			'headless_deploy_disabled'            => sprintf( __( 'Nothing is sent to “%s”, because HEADLESS_DEPLOY_DISABLED is set in wp-config.php. Changes are counted; they go out once it is removed.', 'headless-deploy' ), $label ),
			'headless_deploy_environment_removed' => __( 'The environment was removed before this run was sent, so it was canceled.', 'headless-deploy' ),
			'headless_deploy_in_flight'           => __( 'This run is being sent right now and cannot be canceled any more.', 'headless-deploy' ),
			'headless_deploy_nothing_canceled'    => __( 'No canceled change is waiting here: a later run took it along, or another user restored it.', 'headless-deploy' ),
			'headless_deploy_undo_in_flight'      => __( 'A run is being sent right now. Try Undo again in a few seconds.', 'headless-deploy' ),
			'headless_deploy_nothing_pending'     => __( 'Nothing is pending here any more: it was sent or canceled meanwhile.', 'headless-deploy' ),
			/* translators: %s: number of a run. */
			'headless_deploy_not_failed'       => sprintf( __( 'Run %s did not fail, so there is nothing to try again. Press its action to run it anew.', 'headless-deploy' ), $data['id'] ?? '' ),
			'headless_deploy_queue_unwritable' => __( 'The database refused to write, so nothing was sent. The tables have been checked; try again, and ask an administrator if it stays so.', 'headless-deploy' ),
			/* translators: %s: number of a run. */
			'headless_deploy_unknown_run' => sprintf( __( 'There is no run %s. Entries are kept for 90 days.', 'headless-deploy' ), $data['id'] ?? '' ),
			default                       => null,
		};
	}
}
