import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadColumns } from '#contract/leads/table-views.ts'
import { CHECK_WIDTH, columnsOf, moveColumn, pinnedOffsets } from '../../../ui/table/columns.ts'
import { leadTableColumns } from './lead-columns.tsx'

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

describe('the columns of the table', () => {
  it('contain each column once, whatever the saved view holds', () => {
    const aColumn = fc.record({ key: fc.constantFrom(...leadColumns), isShown: fc.boolean() })
    fc.assert(
      fc.property(fc.uniqueArray(aColumn, { selector: ({ key }) => key }), (kept) => {
        const columns = columnsOf(leadTableColumns, { columns: kept, density: 'compact' })
        expect(new Set(keysOf(columns))).toEqual(new Set(leadColumns))
        expect(columns).toHaveLength(leadColumns.length)
        // Saved columns keep their saved order.
        expect(columns.filter(({ key }) => keysOf(kept).includes(key))).toEqual(kept)
      }),
    )
  })

  it('hide tags, UTM and call columns by default', () => {
    const shown = columnsOf(leadTableColumns, undefined).filter(({ isShown }) => isShown)
    expect(keysOf(shown)).toEqual([
      ...['name', 'phone', 'email', 'status', 'campaign', 'source', 'value', 'assignedTo', 'date'],
    ])
  })

  it('can be moved', () => {
    const columns = columnsOf(leadTableColumns, undefined).slice(0, 4)
    expect(keysOf(moveColumn(columns, 0, 2))).toEqual(['phone', 'email', 'name', 'status'])
    expect(keysOf(moveColumn(columns, 3, 0))).toEqual(['status', 'name', 'phone', 'email'])
    expect(keysOf(moveColumn(columns, 9, 0))).toEqual(keysOf(columns))
  })

  it('are pinned after the checkbox column and after each other', () => {
    const columns = columnsOf(leadTableColumns, {
      columns: [{ key: 'name', isShown: true, width: 200 }],
      density: 'compact',
    })
    expect(pinnedOffsets(leadTableColumns, columns, CHECK_WIDTH)).toEqual([44, 244])
  })
})
