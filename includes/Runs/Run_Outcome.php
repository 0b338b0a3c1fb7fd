<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Tracking\Tracking_Record;

/**
 * Tells what became of a run, by its row of the log: which page shows it, which build made it, and why it failed.
 *
 * @phpstan-import-type Row from Run_Log
 */
final class Run_Outcome {
	/**
	 * @param Row             $row   Row of the log.
	 * @param Tracking_Record $trail What was found out.
	 */
	private function __construct(
		private readonly object $row,
		private readonly Tracking_Record $trail,
	) {}

	/**
	 * Reads a row.
	 *
	 * @param Row $row Row of the log.
	 */
	public static function of( object $row ): self {
		return new self( $row, Tracking_Record::from_json( $row->trail ?? null ) );
	}

	/**
	 * Returns the page that proved it.
	 *
	 * @return array{url: string, what: string, post: int}|null
	 */
	public function live(): ?array {
		return Tracking_Record::FAILED === $this->row->outcome ? null : $this->trail->live;
	}

	/**
	 * Returns the host's build; its words to those alone who manage the connection.
	 *
	 * @return array{name: string, number: int|null, origin: string, page: string|null, startedAt: string|null, finishedAt: string|null, message: string}|null
	 */
	public function build(): ?array {
		$build = $this->trail->build;
		return null === $build ? null : array(
			'name'   => $build['name'],
			'number' => 0 === $build['number'] ? null : $build['number'],
			'page'   => '' !== $build['page'] && current_user_can( Capabilities::MANAGE ) ? $build['page'] : null,
			/* translators: %s: name or number of a build at the host. */
			'origin'     => $build['atHost'] ? sprintf( __( 'Build %s, started in the portal', 'headless-deploy' ), 0 === $build['number'] ? $build['name'] : (string) $build['number'] ) : '',
			'startedAt'  => Iso_Time::or_null( $build['startedAt'] ),
			'finishedAt' => Iso_Time::or_null( $build['finishedAt'] ),
			'message'    => current_user_can( Capabilities::MANAGE ) ? $build['message'] : '',
		);
	}

	/**
	 * Returns what the host calls its build: by a number where it has one.
	 */
	private function build_name(): string {
		$build = $this->trail->build;
		return null === $build || 0 === $build['number'] ? $build['name'] ?? '' : (string) $build['number'];
	}

	/**
	 * Returns why the run failed, at the call or in the build, or why its build cannot be seen; empty when all is well.
	 */
	public function error_code(): string {
		return match ( true ) {
			Tracking_Record::FAILED === $this->row->outcome                                => $this->trail->build['code'] ?? '',
			Tracking_Record::BUILDING === $this->row->outcome && $this->trail->is_silent() => 'headless_deploy_build_unseen',
			default                                                                        => $this->row->error_code,
		};
	}

	/**
	 * Returns the same for people, with what to do.
	 */
	public function message(): string {
		$data = array(
			'status' => (string) (int) $this->row->http_status,
			'build'  => $this->build_name(),
		);
		return '' === $this->error_code() ? '' : Errors::for_reader( $this->error_code(), $data );
	}
}
