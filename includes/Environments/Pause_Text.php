<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Remedy;

/**
 * What a pause means, and what the current user can do about it.
 */
final class Pause_Text {
	public function __construct(
		private readonly Pause_Reason $reason,
		private readonly bool $is_confirmed_copy = false,
	) {}

	public static function of( Send_Permission $permission ): ?self {
		return null === $permission->pause
			? null
			: new self( $permission->pause->reason, Pause_Reason::Copy === $permission->environment->paused?->reason );
	}

	public function message(): string {
		return match ( true ) {
			$this->is_confirmed_copy()              => __( 'A user confirmed that this site is a copy, so it does not deploy changes.', 'headless-deploy' ),
			Pause_Reason::Person === $this->reason  => __( 'Automatic runs are paused. Manual runs are still sent.', 'headless-deploy' ),
			Pause_Reason::Unknown === $this->reason => __( 'A newer version of Headless Deploy paused this environment.', 'headless-deploy' ),
			default                                 => Errors::for_reader( $this->code() ),
		};
	}

	public function remedy(): string {
		$is_for_manager = Remedy::is_for_manager();
		return match ( true ) {
			$this->is_confirmed_copy()             => $is_for_manager ? __( 'If this site is now the original, choose “This site moved”.', 'headless-deploy' ) : '',
			Pause_Reason::Person === $this->reason => $is_for_manager
				? __( 'Resume the environment under Connections.', 'headless-deploy' )
				: __( 'Ask an administrator to resume the environment.', 'headless-deploy' ),
			Pause_Reason::Unknown === $this->reason => $is_for_manager ? __( 'Update the plugin on this server to resume the environment.', 'headless-deploy' ) : Remedy::administrator(),
			default                                 => Remedy::of( $this->code() ),
		};
	}

	/**
	 * Returns the error that a manual run would have; the other pauses have texts of their own.
	 */
	private function code(): string {
		return match ( $this->reason ) {
			Pause_Reason::Token    => 'headless_deploy_webhook_refused',
			Pause_Reason::Key      => 'headless_deploy_key_lost',
			Pause_Reason::Copy     => 'headless_deploy_copy',
			Pause_Reason::Disabled => 'headless_deploy_disabled',
			Pause_Reason::Constant => 'headless_deploy_constant_broken',
			Pause_Reason::No_Curl  => 'headless_deploy_no_curl',
			default                => '',
		};
	}

	private function is_confirmed_copy(): bool {
		return Pause_Reason::Copy === $this->reason && $this->is_confirmed_copy;
	}
}
