from pages.shared.label_sheet import LabelSheet


def test_a_table_keeps_what_it_was_opened_with_while_labels_change() -> None:
    sheet = LabelSheet({1: 0.5}).opening("page 1")
    edited = sheet.edited({2: 0.7})
    assert edited.values == {1: 0.5, 2: 0.7}
    assert edited.opened == {1: 0.5}
    assert edited.opening("page 2").opened == {1: 0.5, 2: 0.7}


def test_a_label_that_is_emptied_goes() -> None:
    assert LabelSheet({1: 0.5, 2: True}).edited({1: None}).values == {2: True}


def test_labels_from_elsewhere_make_another_table() -> None:
    sheet = LabelSheet({1: 0.5}).opening("page 1")
    assert sheet.replaced({3: 0.1}) == LabelSheet({3: 0.1}, version=1)
