<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Runs;

use HeadlessDeploy\Errors;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Run_Record;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Tracking\Found_Build;
use HeadlessDeploy\Tracking\Tracked_Page;

/**
 * A run as the current user may see it: `Run` of src/shared/wire.ts.
 */
final class Run {
	public readonly Run_Status $status;

	/**
	 * @param string                                       $user_name  Who started it; empty for none.
	 * @param list<Reason>                                 $reasons    The newest of its changes.
	 * @param Tracked_Page|null                            $live       The page that proved the result.
	 * @param Found_Build|null                             $build      The host's build.
	 * @param array{message: string, excerpt: string}|null $response   The host's response; null without `headless_deploy_manage`.
	 * @param string                                       $error_code A code of Errors; empty if nothing failed.
	 * @param string                                       $message    What went wrong; empty if nothing failed.
	 * @param string                                       $remedy     What this user can do about it; may be empty.
	 */
	public function __construct(
		public readonly Run_Record $record,
		public readonly string $environment_label = '',
		public readonly string $user_name = '',
		public readonly array $reasons = array(),
		public readonly ?Tracked_Page $live = null,
		public readonly ?Found_Build $build = null,
		public readonly ?array $response = null,
		public readonly string $error_code = '',
		public readonly string $message = '',
		public readonly string $remedy = '',
	) {
		$this->status = $record->status();
	}

	/**
	 * Tells whether the host accepted the call. If such a run failed, its build failed.
	 */
	public function is_accepted(): bool {
		return Run_Status::Accepted === $this->record->queue_status;
	}

	/**
	 * Returns when the call ended, or was made if it has not ended.
	 */
	public function ended_at(): int {
		return 0 === $this->record->finished_at ? $this->record->created_at : $this->record->finished_at;
	}

	/**
	 * Returns since when the result is known. During a build, that is when the host accepted the run.
	 */
	public function result_at(): int {
		return Run_Status::Building === $this->status || 0 === $this->record->tracked_at ? $this->ended_at() : $this->record->tracked_at;
	}

	public function build_started_at(): int {
		$started_at = $this->build->started_at ?? 0;
		return 0 === $started_at ? $this->ended_at() : $started_at;
	}

	/**
	 * Returns how long the build took; null if the host reported none, and until it ends.
	 */
	public function build_ms(): ?int {
		if ( null === $this->build ) {
			return null;
		}
		$tracked_at = Run_Status::Building === $this->status ? 0 : $this->record->tracked_at;
		$ended_at   = 0 === $this->build->finished_at ? $tracked_at : $this->build->finished_at;
		return 0 === $ended_at ? null : max( 0, $ended_at - $this->build_started_at() );
	}

	/**
	 * Returns how long the run took until its result; null while that is unknown, and if a build that a user started at the host
	 * repaired the run.
	 */
	public function duration_ms(): ?int {
		$is_open = in_array( $this->status, array( Run_Status::Accepted, Run_Status::Building ), true );
		return $is_open || 0 === $this->record->tracked_at || true === $this->build?->is_at_host
			? null
			: max( 0, $this->record->tracked_at - ( $this->record->attempts->last_started_at() ?? $this->record->created_at ) );
	}

	/**
	 * Tells whether the pages that proved the result are gone, as they have to be.
	 */
	public function is_page_gone(): bool {
		return Tracked_Page::GONE === $this->live?->page_status;
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		$record = $this->record;
		$text   = new Run_Text( $this );
		return array(
			'id'               => $record->id,
			'environment'      => $record->key->environment_id,
			'environmentLabel' => $this->environment_label,
			'lane'             => $record->key->lane->value,
			'action'           => $record->action->value,
			'cause'            => $record->cause->value,
			'user'             => array(
				'id'   => $record->user_id,
				'name' => $this->user_name,
			),
			'reasons'        => Reason::list_to_array( $this->reasons ),
			'changes'        => $record->changes,
			'status'         => $this->status->value,
			'accepted'       => $this->is_accepted(),
			'trackedAt'      => Iso_Time::or_null( $record->tracked_at ),
			'live'           => $this->live?->proof(),
			'build'          => $this->build_to_array( $text ),
			'replacedBy'     => $record->replaced_by?->value,
			'refreshed'      => null,
			'httpStatus'     => $record->http_status,
			'errorCode'      => $this->error_code,
			'message'        => $this->message,
			'remedy'         => $this->remedy,
			'response'       => $this->response,
			'operation'      => $record->operation,
			'attempts'       => $this->attempts_to_array(),
			'createdAt'      => Iso_Time::of( $record->created_at ),
			'finishedAt'     => Iso_Time::or_null( $record->finished_at ),
			'needsNewUrl'    => Errors::needs_new_url( $this->error_code ),
			'title'          => $text->title(),
			'resultAt'       => Iso_Time::of( $this->result_at() ),
			'durationMs'     => $this->duration_ms(),
			'symbol'         => $text->symbol(),
			'headline'       => $text->headline()->to_array(),
			'causeLabel'     => $text->cause(),
			'changesSummary' => $text->changes(),
		);
	}

	/**
	 * @param  list<self>                 $runs
	 * @return list<array<string, mixed>>
	 */
	public static function list_to_array( array $runs ): array {
		return array_map( static fn( self $run ): array => $run->to_array(), $runs );
	}

	/**
	 * @return array{name: string, number: int|null, page: string|null, origin: string, startedAt: string|null, finishedAt: string|null, message: string}|null
	 */
	private function build_to_array( Run_Text $text ): ?array {
		return null === $this->build ? null : array(
			'name'       => $this->build->name,
			'number'     => 0 === $this->build->number ? null : $this->build->number,
			'page'       => '' === $this->build->page ? null : $this->build->page,
			'origin'     => $text->origin(),
			'startedAt'  => Iso_Time::or_null( $this->build->started_at ),
			'finishedAt' => Iso_Time::or_null( $this->build->finished_at ),
			'message'    => $this->build->message,
		);
	}

	/**
	 * @return list<array{at: string, durationMs: int, httpStatus: int, error: string, headline: string}>
	 */
	private function attempts_to_array(): array {
		$accepted = $this->record->key->lane->accepted_label();
		return array_map(
			static fn( array $attempt ): array => array(
				'at'         => Iso_Time::of( $attempt['at'] ),
				'durationMs' => $attempt['durationMs'],
				'httpStatus' => $attempt['httpStatus'],
				'error'      => $attempt['error'],
				'headline'   => '' === $attempt['error'] ? $accepted : Errors::headline( $attempt['error'] ),
			),
			$this->record->attempts->all,
		);
	}
}
