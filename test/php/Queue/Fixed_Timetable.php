<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Queue;

use Closure;
use HeadlessDeploy\Queue\Timetable;

/**
 * Has one schedule, which does what the test has said.
 */
final class Fixed_Timetable implements Timetable {
	/**
	 * Moments at which it was asked to note what is due.
	 *
	 * @var list<int>
	 */
	public array $asked = array();

	/**
	 * @param int|null                $at    When it is due, in milliseconds.
	 * @param (Closure(): mixed)|null $note  What it notes when it is due.
	 * @param list<int>               $sites Sites that have something due.
	 */
	public function __construct(
		public ?int $at = null,
		private readonly ?Closure $note = null,
		private readonly array $sites = array(),
	) {}

	/**
	 * {@inheritDoc}
	 */
	public function note_due( int $now ): void {
		$this->asked[] = $now;
		if ( null !== $this->at && $this->at <= $now ) {
			$this->at = null;
			null === $this->note ? null : ( $this->note )();
		}
	}

	/**
	 * {@inheritDoc}
	 */
	public function next_at(): ?int {
		return $this->at;
	}

	/**
	 * {@inheritDoc}
	 */
	public function sites_due( int $now ): array {
		return $this->sites;
	}
}
